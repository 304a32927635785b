-- Edit the file, and leave the earlier one to git.
--
-- A second copy beside a file (cart_fixed, cart_v2, cart.bak) means that nobody knows any more which of them counts. The
-- first one may be a trial, and what was deleted again does not count.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["write"]
--- repeat   = "doubled"
--- message  = "{file} is copy number {count} of {original} in this session. Edit {original}, and delete the copies."

SELECT :file AS file, copied_file.file AS original, copied_file.file AS subject, count(DISTINCT m.path) + 1 AS count
FROM   copied_file
JOIN   own_edits m ON m.t > :t - 1000 AND m.made AND m.folder = :folder AND m.path <> :path
                  AND m.path GLOB :folder || '/' || copied_file.stem || '[-_.]*' AND m.path <> copied_file.path
WHERE  NOT :on_disk AND :class NOT IN ('test', 'generated')
  AND  NOT EXISTS (SELECT 1 FROM own_changes k WHERE k.path = m.path AND k.kind = 'delete' AND +k.t > m.t)
GROUP  BY copied_file.path
HAVING count(DISTINCT m.path) > 0
