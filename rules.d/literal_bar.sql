-- Write alternatives as the search reads them.
--
-- In grep's basic patterns `\|` separates alternatives. For rg, grep -E and grep -P it is a bar that stands in the text, so that the
-- search finds nothing, and that is taken for an answer.

--- severity = "warn"
--- when     = ["after", "failed"]
--- commands = ["rg", "egrep", "grep"]
--- repeat   = "once"
--- message  = "`{program}` looks for a bar in the text where the pattern has `\\|`. Separate alternatives with `|`: that this search finds little tells nothing."

SELECT :program || iif(:program = 'grep', ' -E', '') AS program, 'bar' AS subject
WHERE  :args GLOB '*[a-zA-Z0-9)*.]\\|[a-zA-Z0-9(.]*' AND :args NOT GLOB '*[a-zA-Z0-9)*.]|[a-zA-Z0-9(.]*'
  AND  (:program <> 'grep'
        OR :flags ->> 'E' OR :flags ->> 'P' OR :flags ->> 'extended-regexp' OR :flags ->> 'perl-regexp')
  AND  coalesce(:flags ->> 'F', :flags ->> 'fixed-strings') IS NULL
