-- Read what you fetched before you run it.
--
-- A script from the web runs with everything that the user may do, and it can be another one tomorrow. Download it,
-- read it, then run it: a downloaded file that was read in this session is silent.

--- severity = "ask"
--- pack     = "supply"
--- commands = ["sh", "bash", "zsh", "dash", "ksh", "fish", "python", "node", "perl", "ruby", "php", "source", "eval", "pwsh", "deno", "bun"]
--- needs    = ["commands"]
--- message  = "`{text}` runs what `{fetch}` fetches, and nobody has read it. Save it to a file, read that, then run it."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     script (v) AS (SELECT v FROM words WHERE v NOT GLOB '-*' AND v <> '$?' ORDER BY i LIMIT 1),
     fetches (t, n, text, v) AS (
       -- -o FILE, -O and wget URL save a file; a redirection is not among the words.
       SELECT c.t, c.n, c.text,
              coalesce((SELECT o.value FROM json_each(c.args) f JOIN json_each(c.args) o ON o.key = f.key + 1
                        WHERE f.value GLOB '-[a-zA-Z]*o' OR f.value IN ('-o', '--output', '--output-document') OR c.program = 'wget' AND f.value GLOB '-*O'),
                       (SELECT replace(u.value, rtrim(u.value, replace(u.value, '/', '')), '') FROM json_each(c.args) u WHERE u.value GLOB '*://*/*' LIMIT 1))
       FROM   commands c
       WHERE  c.session = :session AND c.t > :t - 100 AND c.program IN ('curl', 'wget', 'aria2c', 'http') AND (c.t < :t OR c.n < :n)
         -- This machine is not the web.
         AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) l WHERE l.value GLOB '*localhost*' OR l.value GLOB '*127.0.0.1*'))
SELECT :text AS text, f.text AS fetch
FROM   fetches f
WHERE  CASE
         -- curl … | sh, and sh -c "$(curl …)": the shell has no script of its own.
         WHEN f.t = :t AND f.n = :n - 1 AND (:args IN ('[]', '["-"]', '["-s"]', '["-x"]', '["$?"]', '["-c","$?"]', '["-e"]', '["-ex"]', '["/dev/stdin"]') OR :args GLOB '[[]"-s",*' OR :args GLOB '["-","*')
           THEN instr(:command, '|') > 0 OR instr(:command, '$(') > 0 OR instr(:command, '<(') > 0 OR instr(:command, '`') > 0
         ELSE f.v <> '' AND EXISTS (SELECT 1 FROM script WHERE script.v = f.v OR script.v = './' || f.v OR script.v GLOB '*/' || f.v)
              AND NOT EXISTS (SELECT 1 FROM touches r WHERE r.session = :session AND r.t > :t - 500 AND r.kind = 'read' AND r.outcome = 'ok' AND (r.path GLOB '*/' || f.v OR r.path = f.v))
       END
ORDER  BY f.t DESC, f.n DESC
LIMIT  1
