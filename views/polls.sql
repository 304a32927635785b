-- The commands of this call that wait for something elsewhere, or ask how it stands: what they report, and their status,
-- changes without anything of this session. `gh pr checks` ends with 8 while checks are pending.

SELECT c.text
FROM   commands c
WHERE  c.session = :session AND c.t = :t
  AND  (c.program = 'sleep' OR c.text GLOB 'gh pr checks*' OR c.text GLOB 'gh run watch*' OR c.text GLOB 'gh run view*'
        OR c.text GLOB 'glab ci status*' OR c.text GLOB 'kubectl wait*' OR c.text GLOB 'kubectl rollout status*')
