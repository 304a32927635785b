-- The verdicts that were reported, or would have been without observe mode. `vote` is as in judged. Rules cannot read it.

SELECT j.session, CAST('' AS TEXT) AS machine, j.rule, j.severity, j.vote, j.at
FROM   judged j
UNION ALL
SELECT f.session, f.machine, f.rule, f.severity, f.vote, f.at
FROM   fleet_verdicts f
WHERE  f.unsaid IN ('', 'observe')
