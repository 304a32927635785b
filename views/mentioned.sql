-- The prompts in which the user has named what this call is about: a path, one of its folders, or a command. It need
-- not be an order, but a name that was only forbidden or asked about does not count, nor one that the agent has
-- offered.

SELECT w.t, w.kind
FROM   json_each(:called) o
CROSS  JOIN json_each(o.value) h
CROSS  JOIN words w INDEXED BY words_of_object ON w.session = :session AND w.object = h.value AND w.object <> ''
WHERE  w.kind NOT IN ('negation', 'forbidden') AND w.kind NOT GLOB 'offer*'
