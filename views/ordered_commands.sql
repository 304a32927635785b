-- The commands that the user has ordered or allowed in this session by writing them out, as they are recorded: `text` is that of the first one
-- of a line. A command that they pasted among others, asked about or forbade is none.

SELECT w.t, w.object AS text
FROM   words w
WHERE  w.session = :session AND w.object <> '' AND w.verb = 'run' AND w.kind IN ('order', 'standing', 'permission')
