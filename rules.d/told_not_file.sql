-- Leave a file alone that your user has named as one to leave alone.
--
-- The user has said "don't touch src/api.ts", with no condition and no exception, and has not named it since. Somebody else
-- may be working on it, or it is as it has to be. A folder that is named stands for what is in it.

--- severity = "ask"
--- tools    = ["edit", "write", "delete"]
--- repeat   = "once"
--- message  = "Your user has said not to change {file}. Leave it as it is, or ask."

SELECT :file AS file, :path AS subject
FROM   json_each(:called) o
CROSS  JOIN json_each(o.value) h
CROSS  JOIN words n INDEXED BY words_of_object ON n.session = :session AND n.object = h.value AND n.object <> ''
WHERE  n.kind = 'forbidden' AND n.verb = 'change'
  AND  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = n.session AND y.object = n.object AND y.t > n.t
                     AND  y.kind NOT IN ('negation', 'forbidden') AND y.kind NOT GLOB 'offer*')
LIMIT  1
