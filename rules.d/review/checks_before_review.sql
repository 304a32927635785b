-- Let the tools check before a model reviews.
--
-- A review by a model costs time and tokens, and what a linter or a test finds is not worth either. Each of the `passes` must
-- have succeeded since the session last edited code when a reviewer is started as a subagent. A pass whose exit
-- status is lost (`| tail`, `|| true`) has not succeeded. The rule says nothing until `passes` lists commands.

--- severity = "block"
--- pack     = "review"
--- tools    = ["task"]
--- message  = "{missing} {missing:has|have} not passed since the code was last edited. Run {missing:it|them} and correct what is reported, then start {reviewer}."
--- gather   = "missing"
---
--- options.passes    = []             # the first words of each command, such as "go vet"; none if it is empty
--- options.reviewers = ["*review*"]   # globs of the kinds of subagents that review

SELECT '`' || p.value || '`' AS missing, :agent_type AS reviewer
FROM   tally y, json_each(:passes) p
WHERE  y.session = :session AND y.root = :root AND y.last_code IS NOT NULL
  AND  EXISTS (SELECT 1 FROM json_each(:reviewers) r WHERE lower(:agent_type) GLOB lower(r.value))
  AND  NOT EXISTS (SELECT 1 FROM own_commands c
                   WHERE  c.t > y.last_code AND c.outcome = 'ok' AND NOT c.hidden AND (c.root = y.root OR c.dir = '?')
                     AND  substr(c.text || ' ', 1, length(p.value) + 1) = p.value || ' ')
ORDER  BY p.key
