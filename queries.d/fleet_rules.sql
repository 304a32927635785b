-- How often each rule spoke, here and in the fleet, and how many of its verdicts people marked as wrong.

--- title = "Rules in the fleet"

SELECT rule, count(*) AS said, sum(severity = 'block') AS blocks, sum(vote = 'wrong') AS wrong, sum(vote = 'weak') AS weak,
       round(100.0 * sum(vote = 'wrong') / count(*), 1) AS percent, count(DISTINCT machine) AS machines, count(DISTINCT session) AS sessions
FROM   team_verdicts
GROUP  BY rule
ORDER  BY said DESC, rule
