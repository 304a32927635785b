-- The commands of this session that may have tried something out, each with how: test, also if only the output shows
-- that tests ran (make verify, a hook); check (a linter, build or dry run, the start of a service, or a page of one that
-- hands out files, whose script runs in a browser); run, any other program that is not idle, a formatter or an edit.
-- Refused calls, and those whose program is missing, are left out, though an earlier command of such a line counts. Calls of
-- tools that run no command, such as a browser's, are never in it. `changed`: an earlier command of the line changed the
-- tree. `opaque`: a task whose commands are not known. `language`: that of the tests that ran, '' if none ran or if they
-- stand for any language.

SELECT c.root, c.t, c.n, c.text, c.changed,
       c.task <> '' AND NOT EXISTS (SELECT 1 FROM commands v
                                    WHERE  v.session = c.session AND v.t = c.t AND v.via <> '') AS opaque,
       coalesce((SELECT iif(count(DISTINCT r.language) = 1 AND max(r.tool) NOT IN ('playwright', 'cypress'),
                            nullif(max(r.language), 'shell'), '')
                 FROM   runs r
                 WHERE  r.session = c.session AND r.t = c.t AND r.command = c.n AND r.kind = 'test'), '') AS language,
       iif(c.kind = 'test' OR EXISTS (SELECT 1 FROM runs r WHERE r.session = c.session AND r.t = c.t
                                        AND  r.command = c.n AND r.kind = 'test'), 'test',
           iif(c.kind <> '' OR EXISTS (SELECT 1 FROM restarts s WHERE c.program GLOB s.name)
               OR EXISTS (SELECT 1 FROM dry_commands d WHERE c.text GLOB d.text)
               OR c.program IN ('curl', 'wget') AND EXISTS (
                    SELECT 1 FROM commands k WHERE k.session = c.session AND k.t > c.t - 100
                       AND k.program IN ('http.server', 'serve', 'http-server', 'live-server')),
               'check', 'run')) AS how
FROM   commands c
WHERE  c.session = :session AND c.t > :t - 500 AND NOT c.inert AND c.kind <> 'fix'
  AND  (c.t < :t OR c.t = :t AND c.n < :n)
  AND  (NOT EXISTS (SELECT 1 FROM idle_programs i WHERE c.program GLOB i.name)
        AND c.args NOT IN ('["-v"]', '["-V"]', '["--version"]', '["version"]')
        OR EXISTS (SELECT 1 FROM runs r -- pytest -v says more, and is no question for its version
                   WHERE  r.session = c.session AND r.t = c.t AND r.command = c.n AND r.kind = 'test'))
  -- Code on the command line that changes programs is an edit, and so is whatever perl changes.
  AND  NOT (c.program IN ('python', 'node', 'perl', 'ruby')
            AND EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                        WHERE  e.session = c.session AND e.t = c.t AND e.kind IN ('edit', 'write')
                          AND  (e.class IN ('code', 'test') OR c.program = 'perl')))
  AND  c.task NOT GLOB '*fmt*' AND c.task NOT GLOB '*format*'
  -- What runs somewhere else tries it out only after it was sent there.
  AND  (NOT EXISTS (SELECT 1 FROM remote_programs r
                    WHERE  c.program GLOB r.name AND c.text NOT GLOB '*localhost*' AND c.text NOT GLOB '*127.0.0.1*')
        OR EXISTS (SELECT 1 FROM commands s
                   WHERE  s.session = c.session AND s.t > c.t - 100 AND s.t <= c.t AND (s.t < c.t OR s.n < c.n)
                     AND  (s.program IN ('git push', 'scp', 'rsync', 'vercel', 'railway up')
                           OR s.program GLOB '* deploy')))
  AND  (c.t = :t OR EXISTS (SELECT 1 FROM events d WHERE d.session = c.session AND d.t = c.t AND d.moment = 'after'
                              AND  d.outcome <> 'denied' AND coalesce(d.exit, 0) NOT IN (127, 9009)))
