-- Ends the failures of tests if every file that the session has changed since they passed is again what it was then:
-- nothing of what broke them is left. Executed after a call that changed files, with the parameters `:session`, `:t`
-- and `:root`.
--
-- Documents and scratch files decide nothing. What is not known, such as the hash of a large file or what a checkout
-- replaced, counts as different.

INSERT OR IGNORE INTO recovered (session, t, root, tool, suite, test, failed, signature, identity, passed, flipped,
                                 since, green, baseline, count, at)
SELECT session, :t, root, tool, suite, test, last, signature, identity, 0, 0, since, passed, baseline, count,
       coalesce((SELECT max(v.at) FROM events v WHERE v.session = :session AND v.t = :t), 0)
FROM   failing
WHERE  session = :session AND root = :root AND passed IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM runs r WHERE r.session = :session AND r.t = failing.passed AND r.stashed)
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t >= failing.passed AND g.kind NOT IN ('install', 'build'))
  AND  NOT EXISTS (
         SELECT 1 FROM touches e INDEXED BY touches_in_order
         WHERE  e.session = :session AND e.t >= failing.passed AND e.kind IN ('edit', 'write', 'delete', 'rewrite')
           AND  e.root = :root AND e.outcome NOT IN ('failed', 'denied')
           AND  e.manner <> 'same' AND e.class NOT IN ('document', 'scratch')
           AND  (e.t = failing.passed -- before or after the run of its line
                 OR coalesce((SELECT iif(b.kind = 'write' AND NOT b.on_disk, 'missing', nullif(b.hash_before, ''))
                              FROM   touches b
                              WHERE  b.session = e.session AND b.path = e.path AND +b.t > failing.passed
                                AND  b.outcome NOT IN ('failed', 'denied')
                                AND  b.kind IN ('edit', 'write', 'delete', 'rewrite')
                              ORDER  BY +b.t LIMIT 1), 'unknown before')
                    <> coalesce((SELECT iif(l.kind = 'delete', 'missing', nullif(l.hash_after, ''))
                                 FROM   touches l
                                 WHERE  l.session = e.session AND l.path = e.path AND +l.t >= e.t
                                   AND  l.outcome NOT IN ('failed', 'denied')
                                   AND  l.kind IN ('edit', 'write', 'delete', 'rewrite')
                                 ORDER  BY +l.t DESC LIMIT 1), 'unknown after')));

DELETE FROM failing
WHERE  session = :session AND root = :root
  AND  EXISTS (SELECT 1 FROM recovered a
               WHERE  a.session = :session AND a.t = :t AND a.root = :root
                 AND  (a.tool, a.suite, a.test) = (failing.tool, failing.suite, failing.test));
