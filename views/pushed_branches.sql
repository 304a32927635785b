-- The branches and tags of another repository that this command changes, by `name`: that of the branch which is
-- checked out, or the default branch if all are pushed. One whose name is not known is not among them.

SELECT coalesce(nullif(p.value ->> 'branch', ''),
                iif(p.value ->> 'all' AND NOT p.value ->> 'tag',
                    coalesce(nullif(:default_branch, ''), 'main'), coalesce(:branch, ''))) AS name,
       p.value ->> 'does' AS does, p.value ->> 'force' AS force, p.value ->> 'lease' AS lease, p.value ->> 'tag' AS tag,
       p.value ->> 'mirror' AS mirror, p.value ->> 'remote' AS remote
FROM   json_each(:pushes) p
WHERE  p.value ->> 'does' <> 'merges' AND (name <> '' OR p.value ->> 'mirror')
