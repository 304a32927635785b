-- Do not delete what is outside of the project.
--
-- Nothing outside of the project is under its version control, and other projects and people use it. What this
-- session has made there, temporary folders and caches may go.

--- severity = "ask"
--- pack     = "destructive"
--- deeds    = ["destroys"]
--- message  = "`{text}` deletes {path}, which is outside of the project and which this session is not known to have made. Leave it, or let the user decide."

SELECT :text AS text, value ->> 'path' AS path
FROM   json_each(:destroys)
WHERE  NOT value ->> 'made' AND value ->> 'does' <> 'moves' AND :loses = '[]'
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
       -- Of the system and of homes what delete_system leaves.
  AND  (value ->> 'place' = 'other'
        OR value ->> 'place' IN ('root', 'system', 'homes', 'home', 'keys')
          AND (value ->> 'only' <> '' OR value ->> 'some'))
LIMIT  1
