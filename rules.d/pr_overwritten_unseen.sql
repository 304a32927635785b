-- Read a pull request before you replace its words.
--
-- `gh pr edit` puts a new title or text in the place of what stands there, which somebody may have written by hand. This session has
-- neither opened the pull request nor looked at it.

--- severity = "warn"
--- commands = ["gh pr", "gh issue", "glab"]
--- repeat   = "once"
--- message  = "This replaces the words of {program} that you have not looked at. Read it first with `{look}`, and keep what is not yours to change."
---
--- says.program.issue   = "an issue"
--- says.program.request = "a pull request"

SELECT iif(:program = 'gh issue', 'issue', 'request') AS program,
       iif(:program = 'glab', 'glab mr view', :program || ' view') AS look, 'edit' AS subject
WHERE  (:args ->> 0 = 'edit' OR :program = 'glab' AND :args ->> 0 = 'mr' AND :args ->> 1 = 'update')
  AND  EXISTS (SELECT 1 FROM json_each(:args) w
               WHERE  w.value GLOB '--title*' OR w.value GLOB '--body*' OR w.value GLOB '--description*'
                  OR  w.value IN ('-t', '-b', '-F', '-d'))
  AND  NOT EXISTS (SELECT 1 FROM ended_commands c
                   WHERE  c.session = :session AND c.t > :t - 500 AND c.program = :program AND c.outcome <> 'failed'
                     AND  (c.args ->> 0 IN ('view', 'create') OR c.args ->> 1 IN ('view', 'create')))
