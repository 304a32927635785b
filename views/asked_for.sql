-- One row if the user has asked for this call: their words want what the command does, or name it.

SELECT wanted.t
FROM   wanted
WHERE  verb = substr(coalesce(:program, ''), instr(coalesce(:program, ''), ' ') + 1) OR verb = 'run' AND named
   OR  verb = 'pull request' AND (:text GLOB 'gh pr create*' OR :text GLOB 'glab mr create*')
UNION  ALL
SELECT mentioned.t FROM mentioned WHERE mentioned.kind IN ('order', 'standing', 'permission')
