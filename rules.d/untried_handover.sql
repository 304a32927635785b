-- Try what you hand on.
--
-- A push hands work to others, and the end of a turn hands it to the user. A turn counts if its last message says that the
-- work is done. So that other languages count too, it also counts if the message asks nothing and three files changed, or
-- nothing has even built or checked the last change, or an earlier turn handed one of the files over untried. A single edit
-- of two lines is seen by reading it.
--
-- Every file counts that was changed: a new program or script as much as an edited one, and in a project with tests also
-- what configures it. A test or a run of the program since the last change is a trial. A linter, type checker or build is
-- none, because it starts nothing.
--
-- The rule is silent
--
-- - if the last test or check failed and nothing was edited since, because the agent knows it;
-- - if this message, or one since the change, says itself that the work was not tried;
-- - if it was checked and the user wants nothing started;
-- - at the end of a turn, about what was pushed before: that was told at the push.
--
-- Commits are test_after_edits', and a message that says that the tests pass is claims_untested's.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git push", "jj git", "hg push", "sl push", "gh pr", "gh release", "glab"]
--- repeat   = "once"
--- yields   = ["test_after_edits", "stop_untested", "reported_failure_untried", "reported_failure_again"]
--- message  = "{many} changed, and {since}. {advice}{closing}"
---
--- says.many.0        = "{files}"
--- says.many.1        = "{n} files, among them {file},"
--- says.since.nothing = "nothing has run since that tries it"
--- says.since.check   = "only a check or a build has run since"
--- says.advice.again  = "An earlier turn handed it over untried, too: look at what it does now"
--- says.advice.script = "Run it"
--- says.advice.tests  = "Run `{tests}`"
--- says.advice.any    = "Run the tests or the program"
--- says.closing.push  = ", then push."
--- says.closing.end   = ", or tell the user that you did not."

SELECT count(DISTINCT file) > 3 AS many, count(DISTINCT file) AS n, min(file) AS file,
       replace(group_concat(DISTINCT file), ',', ', ') AS files, max(tests) AS tests,
       min(root) || ' at ' || max(t) || ' ' || way AS subject,
       iif(max(t) > checked, 'nothing', 'check') AS since, iif(way = 'push', 'push', 'end') AS closing,
       CASE WHEN max(again) THEN 'again' WHEN max(script) THEN 'script'
            WHEN max(tests) <> '' THEN 'tests' ELSE 'any' END AS advice
FROM  (SELECT u.*, (SELECT l.command FROM last_tests l
                    WHERE  l.root = u.root AND u.language IN ('', l.language)) AS tests,
              u.way = 'done' AND u.path IN (SELECT path FROM handed_again) AS again,
              coalesce((SELECT max(c.t) FROM trials c WHERE c.how = 'check'), -1) AS checked
       FROM   untried_work u) untried_work
WHERE  (way = 'push' OR t > coalesce((SELECT last_push.t FROM last_push WHERE last_push.root = untried_work.root), -1))
  AND  NOT EXISTS (SELECT 1 FROM pile_red b WHERE b.root = untried_work.root
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail', 'tests_pass')
                   UNION ALL
                   SELECT 1 FROM labels a JOIN events e ON e.session = :session AND e.t = a.t AND e.actor = :actor
                   WHERE  a.session = :session AND a.kind = 'claims' AND a.t > untried_work.t AND way = 'done'
                     AND  a.label IN ('untried', 'tests_fail', 'tests_pass')
                   UNION ALL
                   SELECT 1 FROM told_not_to_start WHERE way = 'done' AND checked >= untried_work.t)
GROUP  BY iif(way = 'push', root, '') -- the end of a turn is one hand-over, in however many projects
HAVING way = 'push'
       OR (sum(edits) > 1 OR sum(lines) > 2)
          AND (count(*) > 2 OR max(again) OR max(t) > checked OR EXISTS (SELECT 1 FROM claims WHERE label = 'done'))
          AND (EXISTS (SELECT 1 FROM claims WHERE label = 'done')
               OR NOT EXISTS (SELECT 1 FROM labels a WHERE a.session = :session AND a.t = :t AND a.kind = 'asks'))
