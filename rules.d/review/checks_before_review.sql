-- Let the tools check before a model reviews.
--
-- A review by a model costs time and tokens, and what a linter or a test finds is not worth either. Each of the `passes` must
-- have succeeded since the session last edited code when a reviewer is started as a subagent. A pass whose exit
-- status is lost (`| tail`, `|| true`) has not succeeded. The rule says nothing until `passes` lists commands.

--- severity = "block"
--- pack     = "review"
--- tools    = ["task"]
--- needs    = [":passes", "tally"]
--- message  = "{missing} not passed since the code was last edited. Run {them} and correct what is reported, then start {reviewer}."
---
--- options.passes    = []             # the first words of each command, such as "go vet"; none if it is empty
--- options.reviewers = ["*review*"]   # globs of the kinds of subagents that review

SELECT group_concat('`' || pass || '`', ', ') || iif(count(*) = 1, ' has', ' have') AS missing, iif(count(*) = 1, 'it', 'them') AS them, :agent_type AS reviewer
FROM  (SELECT p.value AS pass
       FROM   tally y, json_each(:passes) p
       WHERE  y.session = :session AND y.root = :root AND y.last_code IS NOT NULL
         AND  EXISTS (SELECT 1 FROM json_each(:reviewers) r WHERE lower(:agent_type) GLOB lower(r.value))
         AND  NOT EXISTS (SELECT 1
                          FROM   commands c
                          JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome = 'ok'
                          WHERE  c.session = :session AND c.t > y.last_code AND NOT c.hidden AND (c.root = y.root OR c.dir = '?')
                            AND  substr(c.text || ' ', 1, length(p.value) + 1) = p.value || ' ')
       ORDER  BY p.key)
HAVING count(*) > 0
