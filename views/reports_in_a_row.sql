-- How many of the user's last prompts have reported a failure (facts.d/reports), one after the other up to that of this turn: 0 if
-- this one reports none.

SELECT count(DISTINCT r.t) AS count
FROM   turn
CROSS  JOIN labels r ON r.session = :session AND r.kind = 'reports' AND r.t > :t - 500 AND r.t <= turn.began
  AND  r.t > coalesce((SELECT max(p.t) FROM events p
                       WHERE  p.session = :session AND p.t > :t - 500 AND p.t <= turn.began AND p.moment = 'prompt'
                         AND  NOT EXISTS (SELECT 1 FROM labels n
                                          WHERE  n.session = p.session AND n.kind = 'reports' AND n.t = p.t)), -1)
