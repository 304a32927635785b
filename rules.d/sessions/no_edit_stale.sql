-- Read again what somebody else has changed.
--
-- The file on the disk is not the one that this agent has read: a person, another program, another session or another
-- agent of this session has changed it since. An edit from memory puts back what they changed.
-- Clients whose tools refuse such an edit themselves are left to do so.

--- severity = "warn"
--- pack     = "sessions"
--- tools    = ["edit", "write"]
--- message  = "{file} was changed {who} since you last read it. Read it again before you edit it."
---
--- says.who.agent   = "by another agent of this session"
--- says.who.session = "by another session"
--- says.who.person  = "by somebody else"

WITH
-- What this agent has seen or made of the file.
known (t) AS (
  SELECT max(r.t) FROM touches r
  WHERE  r.session = :session AND r.path = :path AND r.actor = :actor AND r.kind IN ('read', 'edit', 'write')
    AND  r.outcome = 'ok' AND r.via IN ('tool', 'shell')
)
SELECT :file AS file,
       CASE WHEN x.actor <> '*' THEN 'agent'
            WHEN EXISTS (SELECT 1 FROM editors e
                         WHERE  e.path = :path AND e.session <> :session AND e.actor <> '*'
                           AND  e.at > (SELECT v.at FROM events v
                                        WHERE  v.session = :session AND v.t = known.t ORDER BY v.at LIMIT 1))
                                        THEN 'session'
            ELSE 'person' END AS who
FROM   known
JOIN   touches x ON x.session = :session AND x.path = :path AND x.t >= known.t
WHERE  :root <> '' AND :on_disk AND NOT :seen AND :kind IN ('edit', 'write')
  AND  :manner NOT IN ('checked', 'append', 'restore')
  AND  x.outcome = 'ok' AND x.kind IN ('edit', 'write', 'delete') AND x.manner <> 'same'
  AND  (x.via = 'elsewhere' OR x.actor NOT IN (:actor, '*') AND x.t > known.t)
ORDER  BY x.t DESC
LIMIT  1
