-- Write alternatives as the search reads them.
--
-- In grep's basic patterns `\|` separates alternatives. For rg, grep -E and grep -P it is a bar in the text, so that
-- the search finds nothing, which is then taken for an answer. The rule is silent if the search found something: then
-- a bar may be meant.

--- severity = "warn"
--- when     = ["after", "failed"]
--- commands = ["rg", "egrep", "grep"]
--- repeat   = "once"
--- message  = "`{program}` looks for a bar in the text where the pattern has `\\|`. Separate alternatives with `|`: that this search found nothing, or little, is no answer."

SELECT :program || iif(:program = 'grep', ' -E', '') AS program, 'bar' AS subject
WHERE  :args GLOB '*[a-zA-Z0-9)*.]\\|[a-zA-Z0-9(.]*' AND :args NOT GLOB '*[a-zA-Z0-9)*.]|[a-zA-Z0-9(.]*'
  AND  (:program <> 'grep'
        OR :flags ->> 'E' OR :flags ->> 'P' OR :flags ->> 'extended-regexp' OR :flags ->> 'perl-regexp')
  AND  NOT (:exit = 0 AND NOT :hidden) -- it has found something
  AND  coalesce(:flags ->> 'F', :flags ->> 'fixed-strings') IS NULL
