-- Do not start what nothing ends.
--
-- A loop that always goes on and never waits starts its program again as fast as it stops, until the disk or the memory is
-- full, and in the background nobody sees it. So does what prints the outputs of all tasks in the background: its own
-- is among them. What a time limit, a pause or a way out holds back is left alone.

--- severity = "warn"
--- deeds    = ["loops"]
--- message  = "`{text}` runs {what}. {advice}"
---
--- says.advice.loop   = "Start it once, or add a pause and an end."
--- says.advice.stream = "Name the one output that you want to see."

SELECT :text AS text, value ->> 'what' AS what,
       iif(value ->> 'of' = 'loop', 'loop', 'stream') AS advice
FROM   json_each(:loops)
WHERE  :background OR value ->> 'of' = 'loop'
LIMIT  1
