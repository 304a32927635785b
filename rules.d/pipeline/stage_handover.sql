-- End a stage with what it hands over.
--
-- The next stage begins with the files in `artefacts`. Each has to be written in this session, or made by a command and then
-- read, and if there is a `validator`, it must have succeeded since the file last changed. The rule says nothing
-- until `artefacts` lists files. It keeps the agent from stopping up to three times.

--- severity = "block"
--- pack     = "pipeline"
--- when     = ["stop"]
--- holds    = 3
--- message  = "{file} is to be handed over and {missing}"
---
--- says.missing.1 = "was not written in this session. Write it, then stop."
--- says.missing.0 = "was not validated since it last changed. Run `{validator}` on it and correct what it reports, then stop."
---
--- options.artefacts = []   # the files, relative to the project; none if it is empty
--- options.validator = ""   # the first words of the command that validates each, such as "check-jsonschema"; "" is none

SELECT file, missing, :validator AS validator
FROM  (SELECT a.value AS file, s.made IS NULL AS missing, s.made
       FROM   json_each(:artefacts) a
       LEFT   JOIN stage_files s ON s.file = a.value) f
WHERE  missing
   OR  :validator <> ''
       AND NOT EXISTS (
             SELECT 1
             FROM   own_commands c
             WHERE  c.outcome = 'ok' AND NOT c.hidden AND c.t >= f.made AND (c.t > f.made OR c.gates <> '[]')
               AND  (c.text = :validator
                     OR substr(c.text, 1, length(:validator) + 1) = :validator || ' '
                        AND EXISTS (SELECT 1 FROM json_each(c.args) w
                                    WHERE  w.value = f.file OR substr(w.value, -1 - length(f.file)) = '/' || f.file)))
ORDER  BY missing DESC
LIMIT  1
