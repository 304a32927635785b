-- Do not hand on a build that fails.
--
-- A build, type check or linter passed in this session, something was edited, and the same command has failed since
-- and not run again. A commit, a push and the end of a turn hand that on. The rule is silent about what failed only
-- before the first edit, and if the message tells the user that something fails.
--
-- At a push a build (no linter or type checker) that failed when it last ran is told even if it never passed in this
-- session, unless something else has passed since: others cannot build what they fetch.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit",
---             "git push", "jj git", "hg push", "sl push", "gh pr", "gh release", "glab"]
--- repeat   = "once"
--- message  = "`{command}` {passed:passed before your edits and |}failed when it last ran. {advice}"
---
--- says.advice.end    = "Make it pass, or tell the user that it fails."
--- says.advice.before = "Make it pass before you {way}."

SELECT r.command, r.passed, r.command || ' at ' || r.t AS subject,
       handovers.way, iif(handovers.way = 'done', 'end', 'before') AS advice
FROM   handovers
JOIN   red_checks r ON r.root = handovers.root
WHERE  NOT EXISTS (SELECT 1 FROM claims WHERE label = 'tests_fail')
  AND  (r.passed OR handovers.way = 'push' AND r.kind = 'build' AND NOT r.cleared)
  AND  (handovers.way <> 'done' OR r.t > (SELECT prompted FROM sessions WHERE session = :session))
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t = :t AND c.n < :n AND c.program = r.program)
LIMIT  1
