-- Try what you hand on.
--
-- A push hands work to others, and a message that says that it is done hands it to the user. So does, in whatever language, a
-- message that asks nothing after three changed files or more that nothing has even built or checked.
--
-- Every file counts that was changed: a new program or script as much as an edited one, and in a project with tests also what
-- configures it. A test or a run of the program since the last change is a trial; a linter, type checker or build is none, because
-- it starts nothing. The rule is silent if the last test or check failed and nothing was edited since, as the agent knows it, or if
-- the message says itself that this was not tried. Each push is told, and what was pushed is not told again at the end of the turn, where a project
-- without tests is told of once, and again when the number of files has doubled. Commits are test_after_edits', and a message
-- that says that the tests pass is claims_untested's.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git push", "jj git", "hg push", "sl push", "gh pr", "gh release", "glab"]
--- repeat   = "doubled"
--- yields   = ["test_after_edits"]
--- message  = "{files} changed, and nothing has run since that tries it. {advice}"

SELECT iif(count(*) > 3, count(*) || ' files, among them ' || min(file) || ',', group_concat(file, ', ')) AS files,
       iif(max(script) OR way = 'push'
           OR EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = untried_work.root), root || ' at ' || max(t),
           root) || ' ' || way AS subject,
       count(*) AS count,
       'Run ' || iif(max(script), 'it', coalesce((SELECT '`' || last_tests.command || '`' FROM last_tests
                                                  WHERE  last_tests.root = untried_work.root),
                                                  'the tests or the program'))
       || iif(way = 'push', ', then push.', ', or tell the user that you did not.') AS advice
FROM   untried_work
WHERE  NOT EXISTS (SELECT 1 FROM pile_red b WHERE b.root = untried_work.root
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail', 'tests_pass'))
GROUP  BY root
HAVING way = 'push'
       OR max(t) > coalesce((SELECT last_push.t FROM last_push WHERE last_push.root = untried_work.root), -1)
          AND (EXISTS (SELECT 1 FROM claims WHERE label = 'done')
               OR count(*) > 2 AND max(t) > coalesce((SELECT max(c.t) FROM trials c WHERE c.how = 'check'), -1)
                  AND NOT EXISTS (SELECT 1 FROM labels a WHERE a.session = :session AND a.t = :t AND a.kind = 'asks'))
