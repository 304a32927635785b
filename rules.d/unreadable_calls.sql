-- Write what the shell cannot read into a file.
--
-- Several lines of the last calls did not run because the shell could not read them: their quotes or brackets do not
-- match, or they were written for another shell. Or the client rejected several calls, because it has no such tool or
-- the tool takes other arguments. Each try with other quotes costs as much as the first; a script in a file needs no
-- quotes around it.
--
-- The rule speaks after the third such call, and again when that number has doubled. It is silent about calls with
-- nothing between them: they may have been made side by side, before the agent knew.

--- severity = "warn"
--- when     = ["failed"]
--- repeat   = "doubled"
--- message  = "{count} of your calls did not run: {why}. {advice}"
---
--- says.why.line    = "the shell could not read the line"
--- says.why.call    = "there is no such tool, or what it was given is not what it takes"
--- says.advice.line = "Write the commands into a script with your writing tool and run that, instead of trying other quotes."
--- says.advice.call = "Look up which tools you have and what they take, and make one call at a time."
---
--- options.threshold = 3   # calls among the last twenty that could not be read

WITH now AS (
  SELECT iif(e.reason = 'not started', 'call', 'line') AS why
  FROM   events e
  WHERE  e.session = :session AND e.t = :t AND e.moment = 'after'
    AND  (e.reason = 'not started'
          OR EXISTS (SELECT 1 FROM labels l WHERE l.session = e.session AND l.t = e.t AND l.kind = 'misread'))
)
SELECT now.why, now.why AS advice, count(*) AS count, now.why AS subject
FROM   now
JOIN   events e ON e.session = :session AND e.t > :t - 300 AND e.t <= :t AND e.moment = 'after' AND e.actor = :actor
WHERE  CASE now.why WHEN 'call' THEN e.reason = 'not started'
            ELSE EXISTS (SELECT 1 FROM labels l WHERE l.session = e.session AND l.t = e.t AND l.kind = 'misread') END
GROUP  BY now.why
HAVING sum(e.t > :t - 20) >= :threshold
  AND  :t - min(iif(e.t > :t - 20, e.t, :t)) >= sum(e.t > :t - 20) -- they were not made side by side
