-- What the user's words have ordered, permitted or forbidden and still hold.

--- title   = "The user's words"
--- project = true
--- compact = 8

SELECT CASE w.kind WHEN 'negation' THEN 'not to ' WHEN 'permission' THEN 'may ' WHEN 'standing' THEN 'each time ' ELSE '' END
       || w.verb AS wanted
FROM   words w
JOIN   sessions s ON s.session = w.session
WHERE  w.session = coalesce(:session, w.session) AND w.verb <> ''
  AND  (w.kind IN ('standing', 'negation') OR w.kind = 'order' AND w.t >= s.ordered OR w.kind = 'permission' AND w.t >= s.asked)
GROUP  BY w.kind, w.verb
ORDER  BY max(w.t) DESC, w.verb
