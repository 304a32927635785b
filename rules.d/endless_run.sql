-- Do not start what nothing ends.
--
-- A loop that never ends and never waits starts its program again as soon as it stops, until the disk or the memory is
-- full. In the background nobody sees it. A command that prints the outputs of all background tasks does the same,
-- because its own output is among them. The rule is silent if a time limit, a pause or a condition ends the loop.

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
