-- What the user's words ask for or permit at this call: the verb, and whether they name all that the call is about.
--
-- How long words hold: an order until the user orders, permits or forbids something else, a standing order for the session,
-- and a permission until the next prompt. A prompt that agrees ("yes") renews the last order and permission, and wants what
-- the agent has offered at the end of its turn as well. One that chooses ("option 2") wants what stands below that option,
-- and below none. Words that name something count only for calls about that. What the user has forbidden since, or in the
-- same prompt, is not wanted.

WITH agreed (offers) AS (
  SELECT iif(y.kind = 'choice', 'offer ' || y.verb, 'offer*')
  FROM   sessions s
  JOIN   words y ON y.session = s.session AND y.t = s.prompted AND y.kind IN ('agreement', 'choice')
  WHERE  s.session = :session
),
held AS (
  SELECT w.t, iif(w.kind GLOB 'offer*', 'offer', w.kind) AS kind, w.verb, w.object
  FROM   sessions s
  CROSS  JOIN words w ON w.session = s.session
                     AND (w.kind IN ('order', 'standing', 'permission') OR w.kind GLOB 'offer*')
  WHERE  s.session = :session
    AND  (w.kind NOT GLOB 'offer*'
          OR w.t < s.prompted AND EXISTS (SELECT 1 FROM agreed WHERE w.kind = 'offer' OR w.kind GLOB agreed.offers))
    AND  w.t >= CASE w.kind WHEN 'order' THEN s.ordered WHEN 'permission' THEN s.asked WHEN 'standing' THEN 0
                     ELSE s.prompted_before END
    AND  (w.object = '' OR EXISTS (SELECT 1 FROM json_each(:called) o, json_each(o.value) h WHERE h.value = w.object))
    AND  NOT EXISTS (SELECT 1 FROM words n
                     WHERE  n.session = w.session AND n.verb = w.verb AND n.kind = 'negation' AND n.t >= w.t
                       AND  (n.object = ''
                             OR EXISTS (SELECT 1 FROM json_each(:called) o, json_each(o.value) h
                                        WHERE  h.value = n.object)))
)
SELECT t, kind, verb, 0 AS named FROM held WHERE object = ''
UNION
SELECT a.t, a.kind, a.verb, 1
FROM   held a
WHERE  a.object <> ''
  AND  NOT EXISTS (SELECT 1 FROM json_each(:called) o
                   WHERE  NOT EXISTS (SELECT 1 FROM json_each(o.value) h JOIN held b ON b.object = h.value
                                        AND  b.verb = a.verb))
