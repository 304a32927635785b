-- What the last message of this turn says of the work (facts.d/claims): tests_pass, tests_fail, flaky,
-- untried, preexisting, fixed, done, or call, a tool call that was written as text. What is fixed is done as well, and a message that
-- calls failures older than the work says that tests fail. Who counts what ran without a failure says that tests pass.

SELECT iif(label = 'tests_ran', 'tests_pass', label) AS label
FROM   labels
WHERE  session = :session AND kind = 'claims' AND t = :t
UNION
SELECT 'done' FROM labels WHERE session = :session AND kind = 'claims' AND t = :t AND label = 'fixed'
UNION
SELECT 'tests_fail' FROM labels WHERE session = :session AND kind = 'claims' AND t = :t AND label = 'preexisting'
