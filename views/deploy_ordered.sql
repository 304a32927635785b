-- The prompts of this session in which the user ordered or permitted a deployment that they have not forbidden since.
-- Somebody who had it deployed once looks there at what they ask for afterwards.

SELECT w.t
FROM   words w
WHERE  w.session = :session AND w.verb IN ('deploy', 'publish') AND w.kind IN ('order', 'standing', 'permission')
  AND  NOT EXISTS (SELECT 1 FROM words n
                   WHERE  n.session = w.session AND n.verb = w.verb AND n.kind = 'negation' AND n.t >= w.t)
