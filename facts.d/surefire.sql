-- Maven Surefire and Failsafe: the console output of `mvn test` and `mvn verify`.
--
-- A failure is printed twice: when it occurs, above its stack trace, and in the results as
-- `Class.method:line reason`. The results omit the arguments of a parameterized test, so the name is
-- taken from the first form if it is visible, without the package, as in the results. The counts at
-- the end of a module have no `Time elapsed`; modules are added up. Maven stops at the first module
-- that fails unless --fail-at-end is set. The file of a class is not printed. A class whose set-up
-- fails prevents its tests from running.
-- Tested with: Surefire 3.2 and 2.22 with JUnit 5; 2.22 names the class above its failures, and with JUnit 4 behind the method.

--- into     = "tests"
--- language = "jvm"
--- commands = ["mvn test", "mvn verify", "mvn package", "mvn install", "mvn integration-test", "mvn surefire:test", "mvn deploy", "mvnd"]
--- contains = ["Tests run: ", "<<< FAILURE!", "<<< ERROR!", "There are test failures", "COMPILATION ERROR"]
--- unless   = ["-DskipTests", "-Dmaven.test.skip", "--help", "-h", "--version", "-v"]
--- narrow   = ["-Dtest", "-Dit.test", "-pl", "--projects", "-Dgroups"]
--- values   = ["-f", "--file", "-s", "--settings", "-P", "--activate-profiles", "-T", "--threads", "-rf", "--resume-from"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, substr(max(printf('%09d', m.value->>'at') || (m.value->>'class_name')) OVER upto, 10) AS class,
         count(coalesce(m.value->>'bad', m.value->>'run', m.value->>'results', m.value->>'gap')) OVER upto AS block
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<tag>\[\w+\] +)?(?:Tests run: *(?P<run>\d+), Failures: *(?P<failures>\d+), Errors: *(?P<errors>\d+), Skipped: *(?P<skipped>\d+)(?P<class>, Time elapsed: .*? in (?:[a-z_]\w*\.)*(?P<class_name>\S+))?'
        || '|(?:(?P<bare>[a-z_]\w*[^.()]*?)|(?P<old>[a-z_]\w*[^.()]*)\((?:[a-z_]\w*\.)*(?P<old_class>[\w$]+)\)|(?:[a-z_]\w*\.)*(?P<full>[A-Z].*?)) +(?:-- )?Time elapsed: [\d.,]+ s(?:ec)? +<<< (?P<bad>FAILURE|ERROR)!)'
        || '|\[(?:INFO|ERROR)\] (?P<results>Results:)|\[ERROR\] +(?P<listed>[\w$]+(?:\.[\w$]+|->[\w$.]+|>[\w$.]+)*):(?:\d+|[^ ]*:\d+)(?:->\S+)? (?P<why>.*)'
        || '|\[ERROR\] (?P<source>/\S+\.(?:java|kt|scala|groovy)):\[(?P<source_row>\d+),\d+\] (?P<error>.*)|\[(?:ERROR|INFO)\] (?P<broken>COMPILATION ERROR) ?:.*'
        || '|\[INFO\] \S.* (?:\.+ )?(?P<left>SKIPPED)(?: .*)?|(?P<crash>\[ERROR\] .*(?:The forked VM terminated|ExecutionException The forked VM).*)'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<text>[\w.$]+(?:Error|Exception|Failure|Failed)\w*(?::.*)?|\w+(?:\.\w+)+: .*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
-- The first form, without the package, as in the results. A name without a method is a class whose set-up failed.
happened AS (
  SELECT min(at) AS at, coalesce(max(l->>'full'), coalesce(max(l->>'old_class'), min(class)) || '.' || coalesce(max(l->>'bare'), max(l->>'old')), max(l->>'bare')) AS method, substr(min(printf('%09d', at) || (l->>'text')), 10) AS message
  FROM   lines GROUP BY block HAVING max(l->>'bad') IS NOT NULL
),
items AS MATERIALIZED (
  SELECT at, method AS test, message, NULL AS file, NULL AS row FROM happened
  UNION ALL
  SELECT at, l->>'listed', l->>'why', NULL, NULL FROM lines WHERE l->>'listed' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM happened)
  UNION ALL
  SELECT min(at), '[compilation]', substr(min(printf('%09d', at) || (l->>'error')), 10), replace(substr(min(printf('%09d', at) || (l->>'source')), 10), :root || '/', ''), substr(min(printf('%09d', at) || (l->>'source_row')), 10)
  FROM   lines WHERE l->>'error' IS NOT NULL AND EXISTS (SELECT 1 FROM lines WHERE l->>'broken' IS NOT NULL) AND (:runner IS 'surefire' OR instr(:output, 'testCompile')) HAVING count(*) > 0
)
SELECT test, 'fail' AS outcome, max(message) AS message, max(file) AS file, max(row) AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items GROUP BY test
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, (l->>'run') - (l->>'failures') - (l->>'errors') - (l->>'skipped'), (l->>'failures') + (l->>'errors'), l->>'skipped',
       NOT EXISTS (SELECT 1 FROM lines WHERE l->>'left' IS NOT NULL OR l->>'crash' IS NOT NULL OR l->>'broken' IS NOT NULL OR l->>'gap' IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM happened WHERE NOT instr(method, '.'))
       AND NOT (:command GLOB '*-Dsurefire.skipAfterFailureCount*' AND (l->>'failures') + (l->>'errors') > 0), 'summary'
-- If Maven's lines are marked, a line without a mark was printed by a test.
FROM   lines WHERE l->>'run' + 0 > 0 AND l->>'class' IS NULL AND (l->>'tag' IS NOT NULL OR NOT EXISTS (SELECT 1 FROM lines WHERE l->>'run' IS NOT NULL AND l->>'tag' IS NOT NULL))
