-- One row while a freeze lasts that the user has announced ("code freeze from now on"): until they say that it is over, or
-- agree to a change.

SELECT f.t
FROM   words f
WHERE  f.session = :session AND f.kind = 'plan' AND f.verb = 'freeze'
  AND  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = f.session AND y.t > f.t
                     AND  (y.kind = 'permission' AND y.verb = 'freeze' OR y.kind = 'agreement'))
LIMIT  1
