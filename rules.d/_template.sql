-- One sentence that says what the agent should do.
--
-- Why: what goes wrong otherwise. And when this rule is wrong.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- message  = "{file} was edited {edits} times. Say what is, and the one action that clears it."
---
--- options.threshold = 5   # what the number means

SELECT :file AS file, edits
FROM   thrashing
WHERE  session = :session AND path = :path AND edits >= :threshold
