-- The uncommitted files of the project that another open session was the last to change, within the last hour, or another agent of this
-- session that is not known to have ended.

SELECT f.value ->> 'file' AS file, e.session
FROM   json_each(:dirty) f
CROSS  JOIN editors e ON e.path = :root || '/' || (f.value ->> 'file')
CROSS  JOIN sessions s ON s.session = e.session
WHERE  (e.session <> :session AND s.ended IS NULL
        OR e.session = :session AND e.actor NOT IN (:actor, '*')
           AND NOT EXISTS (SELECT 1 FROM events d
                           WHERE  d.session = :session AND d.t > :t - 500 AND d.at >= e.at
                             AND  (d.moment = 'subagent_stop' AND d.actor = e.actor
                                   OR d.tool = 'task' AND d.moment = 'after')))
  AND  e.at > :now - 3600000 AND f.value ->> 'at' IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM editors o WHERE o.path = e.path AND o.at > e.at)
