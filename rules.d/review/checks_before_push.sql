-- Let the tools check before people do.
--
-- What a linter or a test finds in seconds is not for a reviewer to find. Each of the `passes` must have succeeded
-- since the session last edited code when it pushes, opens a pull request or asks a model on the command line for
-- a review. A pass whose exit status is lost (`| tail`, `|| true`) has not succeeded. The rule says nothing until `passes` lists commands.

--- severity = "block"
--- pack     = "review"
--- commands = ["git push", "gh pr", "glab", "codex", "coderabbit"]
--- needs    = [":passes", "tally"]
--- message  = "{missing} not passed since {file} was edited. Run {them} and correct what is reported, then go on."
---
--- options.passes = []   # the first words of each command, such as "go vet"; none if it is empty

WITH missing AS (
  SELECT p.key AS place, p.value AS pass, y.last_code
  FROM   tally y, json_each(:passes) p
  WHERE  y.session = :session AND y.root = :root AND y.last_code IS NOT NULL
    AND  CASE :program WHEN 'gh pr' THEN :args ->> '$[0]' IN ('create', 'ready', 'merge')
                       WHEN 'glab' THEN :args ->> '$[0]' = 'mr' AND :args ->> '$[1]' IN ('create', 'merge')
                       WHEN 'codex' THEN :args ->> '$[0]' = 'review'
                       ELSE 1 END
    AND  NOT EXISTS (SELECT 1 FROM json_each(:args) w WHERE w.value IN ('--delete', '-d', '--dry-run', '-n', '--tags'))
    AND  NOT EXISTS (SELECT 1
                     FROM   commands c
                     JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome = 'ok'
                     WHERE  c.session = :session AND c.t > y.last_code AND NOT c.hidden
                       AND  (c.root = y.root OR c.dir = '?')
                       AND  substr(c.text || ' ', 1, length(p.value) + 1) = p.value || ' ')
    AND  NOT EXISTS (SELECT 1
                     FROM   json_each(:gates) g
                     JOIN   commands c ON c.session = :session AND c.t = :t AND c.n = g.value
                     WHERE  substr(c.text || ' ', 1, length(p.value) + 1) = p.value || ' ')
)
SELECT group_concat('`' || pass || '`', ', ') || iif(count(*) = 1, ' has', ' have') AS missing,
       iif(count(*) = 1, 'it', 'them') AS them,
       (SELECT k.file FROM touches k INDEXED BY touches_in_order
        WHERE  k.session = :session AND k.t = last_code AND k.kind IN ('edit', 'write', 'delete', 'rewrite')
          AND  k.root = :root LIMIT 1) AS file
FROM  (SELECT * FROM missing ORDER BY place)
HAVING count(*) > 0
