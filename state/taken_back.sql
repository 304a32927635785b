-- Updates the state after a file was removed, or put back as it was: statements that are executed in this
-- order, once for each such file. The parameters `:session`, `:t`, `:path`, `:file`, `:root`, `:kind` and
-- `:manner` are the columns of the touch.

UPDATE rounds SET dirty = 0
WHERE  :manner = 'undo' AND session = :session AND path = :path;

DELETE FROM rounds
WHERE  :manner = 'restore' AND session = :session AND path = :path;

-- What is taken back counts no longer: a file that version control or an edit puts back, and one that
-- the session created and deletes. An edit of several files counts as long as one of them is left.
UPDATE tally
SET    edits = max(0, edits - (
         SELECT count(DISTINCT e.t) FROM touches e
         WHERE  e.session = :session AND e.path = :path AND e.t >= tally.pile AND e.t < :t
           AND  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via <> 'elsewhere' AND e.class IN ('code', 'test') AND e.manner NOT IN ('same', 'undo')
           AND  e.t > coalesce((SELECT max(+b.t) FROM touches b
                                WHERE  b.session = :session AND b.path = :path AND +b.t < :t AND b.manner IN ('restore', 'undo') AND b.outcome = 'ok'), -1)
           AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                            WHERE  o.session = e.session AND o.t = e.t AND o.kind IN ('edit', 'write') AND o.path <> e.path AND o.outcome = 'ok')))
WHERE  session = :session AND root = :root
  AND  (:manner IN ('restore', 'undo')
        OR :kind = 'delete' AND EXISTS (
             SELECT 1 FROM touches m
             WHERE  m.session = :session AND m.path = :path AND m.kind = 'write' AND NOT m.on_disk AND m.outcome = 'ok' AND +m.t < :t));

-- The tests below a path that was removed are gone. If a folder was removed, so may those be that a
-- run counted without naming them.
DELETE FROM failing
WHERE  :kind = 'delete' AND session = :session AND root = :root
  AND  (test = '' AND EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t = :t AND c.program = 'rm' AND c.args GLOB '*"-*[rR]*"*')
        -- Go prints the name of the file, and the package that tells its folder.
        OR instr(file, '/') = 0 AND suite <> '' AND instr(:file, '/')
           AND (substr('/' || suite || '/' || file, -1 - length(:file)) = '/' || :file OR substr('/' || suite, -1 - length(:file)) = '/' || :file)
        OR file <> '' AND NOT (instr(file, '/') = 0 AND suite NOT IN ('', file)
                               -- a Go file at the root is none of a package below the one at the root
                               AND (dir <> '' OR EXISTS (SELECT 1 FROM (SELECT session, t, suite FROM tests UNION ALL SELECT session, t, suite FROM test_lists) x
                                           WHERE  x.session = failing.session AND x.t = failing.last AND x.suite <> '' AND substr(failing.suite, 1, length(x.suite) + 1) = x.suite || '/')))
           AND (:file IN (file, rtrim(dir, '/') || '/' || file) OR substr(file, 1, length(:file) + 1) = :file || '/'
                           OR substr(dir || '/' || file, 1, length(:file) + 1) = :file || '/'));

-- If every file is again what it was before the session's first edit, a test that was never seen to pass
-- failed before it. As in put_back.sql, what is not known counts as different.
UPDATE failing SET baseline = 1
FROM   tally y
WHERE  y.session = :session AND y.root = :root AND failing.session = :session AND failing.root = :root AND failing.passed IS NULL AND NOT failing.baseline
  AND  NOT EXISTS (SELECT 1 FROM changes g WHERE g.session = :session AND g.t >= (SELECT first_edit FROM tally WHERE session = :session AND root = :root) AND g.kind NOT IN ('install', 'build'))
  AND  NOT EXISTS (
         SELECT 1 FROM touches e INDEXED BY touches_in_order
         WHERE  e.session = :session AND e.t >= y.first_edit AND e.kind IN ('edit', 'write', 'delete', 'rewrite')
           AND  e.root = :root AND e.outcome NOT IN ('failed', 'denied') AND e.manner <> 'same' AND e.class NOT IN ('document', 'scratch')
           AND  coalesce((SELECT iif(b.kind = 'write' AND NOT b.on_disk, 'missing', nullif(b.hash_before, '')) FROM touches b
                          WHERE  b.session = e.session AND b.path = e.path AND b.outcome NOT IN ('failed', 'denied')
                            AND  b.kind IN ('edit', 'write', 'delete', 'rewrite') ORDER BY +b.t LIMIT 1), 'unknown before')
                <> coalesce((SELECT iif(l.kind = 'delete', 'missing', nullif(l.hash_after, '')) FROM touches l
                             WHERE  l.session = e.session AND l.path = e.path AND +l.t >= e.t AND l.outcome NOT IN ('failed', 'denied')
                               AND  l.kind IN ('edit', 'write', 'delete', 'rewrite') ORDER BY +l.t DESC LIMIT 1), 'unknown after'));
