-- Updates `failing` and the counters after a test run: statements that are executed in this
-- order, once per run. The parameters `:session`, `:t`, `:tool` … are the columns of the run;
-- `:listed` is 1 if a reader lists its command, or one of the script that it is and that runs all tests;
-- `:runner` is that reader, and `:signature` is that of its output. `:passing` has the identities of the tests
-- that passed by name, `:more` the run's flags with which more tests run or can fail. `:outside` is 1 if the
-- run selected only files outside of the project.
--
-- What a run covers is what its output names, and otherwise what its arguments select. A flag such as
-- -tags=integration makes tests run that others do not cover: a failure needs the flags with which it
-- was seen, and only a run that has them covers it, or a task, whose flags are not known. By name it
-- has passed without them; only what the race detector finds is not found without it.
--
-- A failure belongs to the test, not to the runner that printed it: a run shows that tests of the
-- same language pass, whatever its runner. Runs without a language (make test) may run any. What
-- a command prints that no reader lists and that runs no task is not believed about the tests of
-- other commands: it clears nothing, but if it printed at least as many passing tests, the failure is doubtful.
--
-- They are executed only if a test of the run fails or one was known to fail before: most runs are
-- green and follow a green run. What every run updates is in ran.sql.

-- The tests that are known to fail, without those that this run names as failing: ended.sql keeps what no longer fails. Those of `:gone`
-- do not pass, they have lost their name.
INSERT OR IGNORE INTO recovered (session, t, root, tool, suite, test, failed, signature, identity, passed, flipped)
  SELECT session, :t, root, tool, suite, test, last, signature, identity, g.gone = 0, g.gone = 0 AND tree = :tree
  FROM  (SELECT f.*, json_array(f.tool, f.suite, f.test) IN (SELECT value FROM json_each(:gone)) AS gone FROM failing f) g
  WHERE  session = :session AND root = :root AND NOT :stashed AND test <> '' AND test NOT GLOB '[[]*'
    AND  NOT EXISTS (SELECT 1 FROM tests f
                     WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.test = g.test AND f.suite = g.suite AND f.outcome = 'fail');

-- A test that passed by name no longer fails. While git stash has put the edits away, a green run says
-- nothing of them, and clears nothing. Nor does one of another package that the same command ran.
DELETE FROM failing
WHERE  session = :session AND root = :root AND NOT :stashed
  AND  NOT (last = :t AND EXISTS (SELECT 1 FROM runs o WHERE o.session = :session AND o.t = :t AND o.command = :command AND o.n < :n AND o.outcome = 'fail'))
  AND  (:listed OR :task <> '' OR program = :program) AND (language = :language OR tool = :tool)
  AND  (NOT instr(needs, '"-race"') OR instr(:variant, '"-race"') OR :runner IN ('', 'test_command')) AND (EXISTS (
         SELECT 1 FROM outcomes p
         WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = failing.test
           AND  p.outcome = 'pass' AND (p.suite = failing.suite OR p.suite = '' OR failing.suite = ''))
         OR identity IN (SELECT value FROM json_each(:passing)));

-- A test of a suite that passed as a whole no longer fails. If the run selected tests by
-- name, this holds for the selected ones.
DELETE FROM failing
WHERE  session = :session AND root = :root AND NOT :stashed
  AND  (:listed OR :task <> '' OR program = :program) AND (language = :language OR tool = :tool) AND suite <> ''
  AND  EXISTS (SELECT 1 FROM outcomes p
               WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = ''
                 AND  p.suite = failing.suite AND p.outcome = 'pass')
  AND  (:runner IN ('', 'test_command') OR NOT EXISTS (SELECT 1 FROM json_each(needs) w WHERE instr(:variant, json_quote(w.value)) = 0))
  AND  NOT EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value GLOB '[?]?*')
  AND  (NOT EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value GLOB '~*')
        OR test GLOB '[[]*' -- a package that did not build
        OR EXISTS (SELECT 1 FROM json_each(:selection) w
                   WHERE  w.value GLOB '~*' AND instr(lower(failing.test), lower(substr(w.value, 2)))));

-- A test that another runner saw failing and that fails again keeps what is known of it.
UPDATE OR IGNORE failing
SET    tool = f.tool, suite = f.suite, test = f.test
FROM   tests f
WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail' AND f.identity <> ''
  AND  failing.session = :session AND failing.root = :root AND failing.identity = f.identity AND failing.tool <> f.tool;

-- A test that a complete run covered, and did not name as failing, no longer fails.
DELETE FROM failing
WHERE  :complete AND session = :session AND root = :root AND NOT :stashed
  AND  NOT (last = :t AND EXISTS (SELECT 1 FROM runs o WHERE o.session = :session AND o.t = :t AND o.command = :command AND o.n < :n AND o.outcome = 'fail'))
  AND  EXISTS (
         SELECT 1 FROM coverage c
         WHERE  c.session = :session AND c.t = :t AND c.n = :command AND c.root = :root
           AND  c.tool = failing.tool AND c.suite = failing.suite AND c.test = failing.test
           AND  (c.same OR (:listed OR :task <> '') AND (failing.language = :language OR '' IN (failing.language, :language))))
  AND  NOT EXISTS (
         SELECT 1 FROM tests f
         WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.test = failing.test
           AND  f.outcome = 'fail' AND f.suite = failing.suite AND :tool = failing.tool);

-- A test whose name its file no longer has, since the file was edited, is gone once tests of that file or
-- package pass, whatever the run selects by name. `:gone` has the keys of these tests.
DELETE FROM failing
WHERE  :outcome = 'pass' AND :ended AND (:listed OR :task <> '') AND language = :language AND session = :session AND root = :root AND NOT :stashed
  AND  json_array(tool, suite, test) IN (SELECT value FROM json_each(:gone))
  AND  (EXISTS (SELECT 1 FROM outcomes p
                WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.outcome = 'pass' AND (p.suite = failing.suite AND p.suite <> '' OR p.file = failing.file))
        OR NOT EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value NOT GLOB '~*')
        OR identity <> '' AND EXISTS (
             SELECT 1
             FROM  (SELECT iif(:dir = '', '', :dir || '/') || iif(instr(value, '::'), substr(value, 1, instr(value, '::') - 1), value) AS word FROM json_each(:selection)),
                   (SELECT substr(failing.identity, 1, instr(failing.identity, ' ') - 1) AS place)
             WHERE  word = place OR substr(place, 1, length(word) + 1) = word || '/'
               OR   substr(replace(word, '/', '.') || '.', 1, length(place) - 2) = replace(replace(place || ' ', '.py ', '.'), '/', '.')));

-- Failures that were only counted are over if a script that no reader lists ran at least as many tests,
-- and all passed.
DELETE FROM failing
WHERE  :outcome = 'pass' AND :complete AND NOT :listed AND session = :session AND root = :root AND NOT :stashed
  AND  test = '' AND language <> '' AND language = :language
  AND  (:runner IN ('', 'test_command') OR NOT EXISTS (SELECT 1 FROM json_each(needs) w WHERE instr(:variant, json_quote(w.value)) = 0))
  AND  :passed >= (SELECT r.passed + r.failed FROM runs r
                   WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool ORDER BY r.n DESC LIMIT 1);

-- A known runner that broke off before it named or counted a test, and never passed, says nothing of the tests: a green run of them
-- is what was meant, wherever it was started. What a filter or a file has swallowed is another matter.
DELETE FROM failing
WHERE  :outcome = 'pass' AND :complete AND session = :session AND root = :root AND NOT :stashed
  AND  test = '' AND passed IS NULL AND language <> '' AND language = :language
  AND  EXISTS (SELECT 1 FROM runs r JOIN commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
               WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool AND r.how = 'exit'
                 AND  NOT EXISTS (SELECT 1 FROM json_each(c.shows) o WHERE o.value GLOB '[>|]*'));

-- What a command may have run that no reader lists, such as a script, or of which it is not known what it runs: tox, whose environments
-- have any name, a task with variables (make test ARGS=-q), a flag without a value (go test -short), a test at a line, the
-- tests of a package whose folder is not known. So is it if another runner names the test as passed, in a suite of another name.
UPDATE failing SET doubtful = 3
WHERE  :outcome = 'pass' AND :complete AND session = :session AND root = :root AND NOT :stashed
  AND  doubtful = 0 AND '' IN (language, :language, iif(language = :language, '', '-'))
  AND  ((NOT :listed AND :task = '' OR :program = 'tox'
         OR :task <> '' AND :selection <> '[]' AND NOT EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value NOT GLOB '[A-Z]*=*')
         OR :selection <> '[]' AND NOT EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value NOT GLOB '[?]-*' OR w.value GLOB '*[ =]*')
            AND NOT EXISTS (SELECT 1 FROM outcomes p WHERE p.session = :session AND p.t = :t AND p.n = :n AND p.test <> '' AND p.outcome = 'pass'))
        AND coalesce(:passed, 0) >= (SELECT coalesce(r.passed, 0) + coalesce(r.failed, 0) FROM runs r
                                     WHERE  r.session = :session AND r.t = failing.last AND r.tool = failing.tool ORDER BY r.n DESC LIMIT 1)
        OR suite <> '' AND EXISTS (SELECT 1 FROM outcomes p
                                   WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = '' AND p.suite = failing.suite AND p.outcome = 'pass')
           AND (:task <> '' OR NOT :listed
                OR NOT EXISTS (SELECT 1 FROM json_each(needs) w WHERE instr(:variant, json_quote(w.value)) = 0)
                   AND NOT EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value GLOB '~*' OR w.value GLOB '[?][^-]*' OR w.value GLOB '[?]*[ =]*'))
        OR tool <> :tool AND test <> '' AND EXISTS (SELECT 1 FROM outcomes p
                                                    WHERE  p.session = :session AND p.t = :t AND p.n = :n AND p.test = failing.test AND p.outcome = 'pass')
        OR :task <> '' AND dir = '' AND file <> '' AND file NOT GLOB '*/*' AND EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value GLOB '[?][^-]*')
        OR file <> '' AND :passed > 0 AND EXISTS (SELECT 1 FROM json_each(:selection) w WHERE w.value GLOB file || ':[0-9]*'));

-- A test that failed by name is failing. `passed` is the last earlier run in which it passed:
-- one that names it as passed, or a complete run that covered it without naming it, if the
-- test's own file has not been edited since (it may be a new test that has to fail first).
-- A test that fails before the session's first edit and was not seen to pass, or fails while the edits
-- are stashed away, is not the session's. One outside of the project, such as a script that reproduces
-- a fault, is none of its tests.
-- The view `regressions` depends on this column.
INSERT INTO failing (session, root, tool, suite, test, file, message, since, last, passed, program, dir, selection, task, language, signature, tree, identity, needs, baseline)
  SELECT :session, :root, :tool, f.suite, f.test, f.file, f.message, :t, :t, f.passed,
         :program, :dir, :selection, :task, :language, f.signature, :tree, f.identity,
         (SELECT json_group_array(w.value) FROM json_each(:more) w WHERE w.value <> '-race' OR f.message GLOB 'race detected*'),
         f.passed IS NULL
           AND NOT EXISTS (SELECT 1 FROM tally y WHERE y.session = :session AND y.first_edit IS NOT NULL AND (y.root = :root OR EXISTS (SELECT 1 FROM parts WHERE root = y.root AND project = :root)))
           OR :stashed
  FROM  (SELECT f.*,
                -- A test that fails already keeps its value; looking it up again would cost more with each run.
                CASE WHEN x.test IS NOT NULL THEN x.passed ELSE (
                  SELECT r.t FROM runs r
                  WHERE  r.session = :session AND r.root = :root AND r.tool = :tool AND r.kind = 'test' AND r.tree <= :tree AND r.t < :t
                    AND  (EXISTS (SELECT 1 FROM outcomes p
                                  WHERE  p.session = r.session AND p.t = r.t AND p.n = r.n AND p.test = f.test
                                    AND  p.suite = f.suite AND p.outcome = 'pass')
                          OR r.complete AND f.file <> ''
                             AND (r.selection = '[]' AND r.dir IN ('', :dir)
                                  OR r.program = :program AND r.dir = :dir AND r.selection = :selection
                                  -- or it selected the test's own file, folder or package
                                  OR NOT EXISTS (SELECT 1 FROM json_each(r.selection) w WHERE w.value GLOB '[~?]*')
                                     AND EXISTS (SELECT 1 FROM json_each(r.selection) w
                                                 WHERE  w.value = f.file OR substr(f.file, 1, length(w.value) + 1) = w.value || '/'
                                                   OR   substr(f.suite, -1 - length(w.value)) = '/' || w.value))
                             AND NOT EXISTS (
                                   SELECT 1 FROM outcomes q
                                   WHERE  q.session = r.session AND q.t = r.t AND q.n = r.n AND q.test = f.test
                                     AND  q.suite = f.suite)
                             AND NOT EXISTS (
                                   SELECT 1 FROM touches e
                                   WHERE  e.session = :session AND e.t > r.t AND e.t <= :t AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
                                     AND  (e.root = :root AND (e.file = f.file OR substr(e.file, -1 - length(f.file)) = '/' || f.file)
                                           OR e.path = :root || '/' || f.file))) -- in a repository inside of the project
                  ORDER  BY r.tree DESC, r.t DESC LIMIT 1) END AS passed
         FROM   tests f
         LEFT   JOIN failing x ON x.session = :session AND x.root = :root AND x.tool = :tool AND x.suite = f.suite AND x.test = f.test
         WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail') f
  WHERE  f.identity NOT GLOB '../*' AND NOT (:outside AND f.identity GLOB '/*') -- an absolute path may be one in a container
  ON CONFLICT (session, root, tool, suite, test) DO UPDATE SET
    last = excluded.last, message = excluded.message, file = excluded.file,
    program = excluded.program, dir = excluded.dir, selection = excluded.selection, task = excluded.task,
    signature = excluded.signature, tree = excluded.tree, identity = excluded.identity, needs = excluded.needs, doubtful = 0, baseline = max(baseline, excluded.baseline);

-- A command that now names what fails has named what it did not before, when a filter showed less of it.
DELETE FROM failing
WHERE  session = :session AND root = :root AND tool = :tool AND last < :t AND suite = '' AND test GLOB '[[]*'
  AND  program = :program AND dir = :dir AND selection = :selection AND task = :task
  AND  EXISTS (SELECT 1 FROM tests f WHERE f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail' AND (f.suite <> '' OR f.test NOT GLOB '[[]*'));

-- Failures that were counted but not named are one row, whose suite is the command.
DELETE FROM failing
WHERE  session = :session AND root = :root AND tool = :tool AND test = ''
  AND  program = :program AND dir = :dir AND selection = :selection AND task = :task AND :outcome <> 'unknown'
  AND  NOT (last = :t AND EXISTS (SELECT 1 FROM runs o WHERE o.session = :session AND o.t = :t AND o.command = :command AND o.n < :n AND o.outcome = 'fail'));
INSERT INTO failing (session, root, tool, suite, test, since, last, passed, count, program, dir, selection, task, language, signature, tree, needs, baseline)
  SELECT :session, :root, :tool, c.text, '', :t, :t, c.passed,
         max(1, coalesce(:failed, 1) - named), :program, :dir, :selection, :task, :language, :signature, :tree,
         (SELECT json_group_array(w.value) FROM json_each(:more) w WHERE w.value <> '-race'),
         c.passed IS NULL
           AND NOT EXISTS (SELECT 1 FROM tally y WHERE y.session = :session AND y.first_edit IS NOT NULL AND (y.root = :root OR EXISTS (SELECT 1 FROM parts WHERE root = y.root AND project = :root)))
           OR :stashed
  FROM  (SELECT text, (SELECT max(r.t) FROM runs r INDEXED BY runs_same
                       WHERE  r.session = :session AND r.root = :root AND r.program = :program AND r.dir = :dir AND r.selection = :selection AND r.task = :task AND r.outcome = 'pass' AND r.t < :t) AS passed
         FROM   commands WHERE session = :session AND t = :t AND n = :command) c,
        (SELECT count(*) AS named FROM tests f
         WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail')
  WHERE  :outcome = 'fail' AND named < coalesce(:failed, 1) AND NOT :outside
  ON CONFLICT (session, root, tool, suite, test) DO UPDATE SET
    last = excluded.last, count = excluded.count, signature = excluded.signature, tree = excluded.tree, doubtful = 0, baseline = max(baseline, excluded.baseline);

-- A failing run ends a round for each file that was edited since the last run. If fewer tests
-- fail than before, the count starts anew, and if they fail in another way, with this round. A file that could not be
-- loaded is no failure more than its tests, and a script outside of the project, such as one that reproduces a fault, ends no round.
UPDATE rounds
SET    rounds = CASE WHEN now.failing < was.failing THEN 0 WHEN now.signature <> was.signature THEN 1 ELSE rounds + 1 END,
       edits = iif(now.failing < was.failing, 0, edits), dirty = 0, last = :t
FROM   (SELECT total(iif((tool, suite, test) IN (SELECT tool, suite, test FROM crashes WHERE session = :session AND root = :root), 0, count)) AS failing, total(signature) AS signature
        FROM failing WHERE session = :session AND root = :root) now,
       (SELECT coalesce(failing, 0) AS failing, signature FROM tally WHERE session = :session AND root = :root) was
WHERE  :outcome = 'fail' AND NOT :stashed AND NOT :outside AND session = :session AND root = :root AND dirty = 1;
UPDATE tally
SET    (failing, signature) = (SELECT total(iif((tool, suite, test) IN (SELECT tool, suite, test FROM crashes WHERE session = :session AND root = :root), 0, count)), total(signature)
                               FROM failing WHERE session = :session AND root = :root)
WHERE  :outcome <> 'unknown' AND session = :session AND root = :root;
