-- End a stage with what it hands over.
--
-- The next stage begins with the files in `artefacts`. Each has to be written in this session, or made by a command and then
-- read, and if there is a `validator`, it must have succeeded since the file last changed. The rule says nothing
-- until `artefacts` lists files. It keeps the agent from stopping up to three times.

--- severity = "block"
--- pack     = "pipeline"
--- when     = ["stop"]
--- needs    = [":artefacts"]
--- holds    = 3
--- message  = "{file} is to be handed over and {lack}. {advice}"
---
--- options.artefacts = []   # the files, relative to the project; none if it is empty
--- options.validator = ""   # the first words of the command that validates each, such as "check-jsonschema"; "" is none

WITH artefact AS MATERIALIZED (
  SELECT a.value AS file,
         coalesce((SELECT max(+w.t) FROM touches w
                   WHERE  w.session = :session AND w.path = :root || '/' || a.value AND +w.kind IN ('edit', 'write', 'rewrite', 'output') AND w.outcome = 'ok'),
                  (SELECT max(+r.t) FROM touches r
                   WHERE  r.session = :session AND r.path = :root || '/' || a.value AND +r.kind IN ('read', 'scan') AND r.outcome = 'ok'
                     AND  EXISTS (SELECT 1 FROM commands c
                                  WHERE c.session = :session AND c.t >= (SELECT s.prompted FROM sessions s WHERE s.session = :session) AND c.t < r.t AND NOT c.inert))) AS made,
         (SELECT max(+g.t) FROM touches g WHERE g.session = :session AND g.path = :root || '/' || a.value AND +g.kind = 'delete' AND g.outcome = 'ok') AS gone
  FROM   json_each(:artefacts) a
),
lacking AS (
  SELECT file, made IS NULL OR gone >= made AS missing
  FROM   artefact
  WHERE  made IS NULL OR gone >= made
     OR  :validator <> ''
         AND NOT EXISTS (
               SELECT 1
               FROM   commands c
               JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome = 'ok'
               WHERE  c.session = :session AND NOT c.hidden AND c.t >= made AND (c.t > made OR c.gates <> '[]')
                 AND  (c.text = :validator
                       OR substr(c.text, 1, length(:validator) + 1) = :validator || ' '
                          AND EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value = file OR substr(w.value, -1 - length(file)) = '/' || file)))
)
SELECT file,
       iif(missing, 'was not written in this session', 'was not validated since it last changed') AS lack,
       iif(missing, 'Write it, then stop.', 'Run `' || :validator || '` on it and correct what it reports, then stop.') AS advice
FROM   lacking
ORDER  BY missing DESC
LIMIT  1
