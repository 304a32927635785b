-- The tests that changed their outcome with no change of the tree in between, in the recent sessions of this project.

--- title    = "Flaky tests"
--- project  = true
--- briefing = 7

SELECT test, suite, tool, flips, sessions
FROM   flaky_tests
ORDER  BY flips DESC, test
