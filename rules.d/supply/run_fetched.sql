-- Read what you fetched before you run it.
--
-- A script from the web runs with everything that the user may do, and it can be another one tomorrow. Download it,
-- read it, then run it: a downloaded file that was read in this session is silent. Code that is only decoded on its way
-- into a shell has not been read either.

--- severity = "ask"
--- pack     = "supply"
--- commands = ["sh", "bash", "zsh", "dash", "ksh", "fish", "python", "node", "perl", "ruby", "php", "source", "eval", "pwsh", "deno", "bun"]
--- needs    = ["commands"]
--- message  = "`{text}` runs what `{fetch}` {brings}, and nobody has read it. Save it to a file, read that, then run it."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     script (v) AS (SELECT v FROM words WHERE v NOT GLOB '-*' AND v <> '$?' AND (i = 0 OR (SELECT p.v FROM words p WHERE p.i = words.i - 1) NOT GLOB '-*o') ORDER BY i LIMIT 1),
     fetches (t, n, text, brings, shows, v) AS (
       -- -o FILE, -O and wget URL save a file; a redirection is not among the words.
       SELECT c.t, c.n, c.text, iif(c.program IN ('base64', 'xxd', 'openssl'), 'decodes', 'fetches'), c.shows,
              coalesce((SELECT o.value FROM json_each(c.args) f JOIN json_each(c.args) o ON o.key = f.key + 1
                        WHERE f.value GLOB '-[a-zA-Z]*o' OR f.value IN ('-o', '--output', '--output-document') OR c.program = 'wget' AND f.value GLOB '-*O'),
                       (SELECT replace(u.value, rtrim(u.value, replace(u.value, '/', '')), '') FROM json_each(c.args) u WHERE u.value GLOB '*://*/*' LIMIT 1))
       FROM   commands c
       WHERE  c.session = :session AND c.t > :t - 100 AND (c.t < :t OR c.n < :n OR c.n = :n + 1 AND instr(:command, '<(') > 0) -- what is in <( ) may follow
         AND  (c.program IN ('curl', 'wget', 'aria2c', 'http') AND c.args NOT GLOB '*"--version"*'
               OR c.program IN ('nc', 'ncat', 'base64', 'xxd', 'openssl') AND c.t = :t AND (c.program IN ('nc', 'ncat') AND c.args NOT GLOB '*"-z*' OR c.args GLOB '*"-[a-zA-Z]*[dDr]*"*' OR c.args GLOB '*"-[dDr]"*' OR c.args GLOB '*"--decode"*'))
         -- This machine is not the web.
         AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) l WHERE l.value GLOB '*localhost*' OR l.value GLOB '*127.0.0.1*'))
SELECT :text AS text, f.text AS fetch, f.brings
FROM   fetches f
WHERE  CASE
         -- curl … | sh, also with cat or tee between the two, and sh -c "$(curl …)": the shell has no script of its own.
         WHEN f.t = :t AND (:args IN ('[]', '["-"]', '["$?"]', '["-c","$?"]', '["/dev/stdin"]') OR :args GLOB '[[]"-s",*' OR :args GLOB '["-","*'
                            OR :program IN ('sh', 'bash', 'zsh', 'dash', 'ksh') AND NOT EXISTS (SELECT 1 FROM script) AND NOT EXISTS (SELECT 1 FROM words WHERE v GLOB '-*c' OR v GLOB '--*'))
           THEN f.n = :n - 1 AND (instr(:command, '|') > 0 OR instr(:command, '$(') > 0 OR instr(:command, '<(') > 0 OR instr(:command, '`') > 0)
                OR f.n < :n AND instr(f.shows, '| ') > 0 AND instr(f.shows, :program) > 0
                OR :args = '["$?"]' AND f.n = :n + 1
         ELSE f.v <> '' AND EXISTS (SELECT 1 FROM script WHERE script.v = f.v OR script.v = './' || f.v OR script.v GLOB '*/' || f.v)
              AND NOT EXISTS (SELECT 1 FROM touches r WHERE r.session = :session AND r.t > :t - 500 AND r.kind = 'read' AND r.outcome = 'ok' AND (r.path GLOB '*/' || f.v OR r.path = f.v))
       END
ORDER  BY f.t DESC, f.n DESC
LIMIT  1
