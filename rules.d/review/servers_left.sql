-- Say what you leave running.
--
-- Servers and watchers that this session has started in the background go on after it, hold their ports, and nobody
-- knows of them. They are named once, at the end of the turn. One that was ended, or whose end was seen, is not meant, nor
-- one that was started last: that is for the user to look at, and no means of a check. A message that says that
-- something runs on has told the user (facts.d/runs_on).

--- severity = "warn"
--- pack     = "review"
--- when     = ["stop"]
--- repeat   = "once"
--- gather   = "server"
--- message  = "{server} still {server:runs|run} in the background. End what is not needed any more, or tell the user that {server:it does|they do}."
---
--- options.servers = ["dev", "start", "serve", "server", "preview", "storybook", "watch", "runserver", "uvicorn", "gunicorn", "http.server", "http-server", "live-server", "nodemon", "vite", "flask", "streamlit", "webpack-dev-server", "deno", "rails", "puma", "hypercorn", "daphne", "bootRun", "jekyll", "hugo"]   # words of a line that starts one

WITH started (t, command) AS (
  SELECT t, command FROM still_running
  UNION  ALL -- with & of the shell, of which no client knows
  SELECT c.t, c.text FROM commands c
  WHERE  c.session = :session AND c.t > :t - 500 AND c.background AND NOT c.inert
    AND  NOT EXISTS (SELECT 1 FROM events e WHERE e.session = c.session AND e.t = c.t AND e.source <> '')
    AND  NOT EXISTS (SELECT 1 FROM commands k WHERE k.session = c.session AND k.t >= c.t
                       AND k.program IN ('kill', 'pkill', 'killall', 'fuser', 'kill-port', 'wait', 'trap'))
)
SELECT DISTINCT '`' || substr(started.command, 1, 80) || '`' AS server
FROM   started
WHERE  EXISTS (SELECT 1 FROM json_each(:servers) w
               WHERE  ' ' || replace(started.command, ':', ' ') || ' ' GLOB '* ' || w.value || ' *')
  AND  EXISTS (SELECT 1 FROM events e WHERE e.session = :session AND e.t > started.t AND e.moment = 'after'
                                        AND  e.tool <> '' AND e.source = '')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'restart'
                   UNION ALL
                   SELECT 1 FROM labels l WHERE l.session = :session AND l.t = :t AND l.kind = 'runs_on')
ORDER  BY 1
