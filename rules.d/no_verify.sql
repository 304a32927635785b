-- Do not skip the checks of a commit.
--
-- The hooks of a repository are there to keep mistakes out, and a commit or push that skips them hands these on. What
-- they report is to be fixed; if that is impossible, it is the user who decides to do without them.

--- severity = "ask"
--- deeds    = ["skips"]
--- message  = "`{how}` skips the checks that this repository runs {when}. Fix what they report, or let your user decide to do without them."

SELECT value ->> 'how' AS how, value ->> 'when' AS "when"
FROM   json_each(:skips)
WHERE  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'skip hooks')
LIMIT  1
