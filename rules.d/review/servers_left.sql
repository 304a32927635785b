-- Say what you leave running.
--
-- Servers and watchers that this session has started in the background go on after it, hold their ports, and nobody
-- knows of them. They are named once, at the end of the turn. One that was ended, or whose end was seen, is not meant, nor
-- one that was started last: that is for the user to look at, and no means of a check.

--- severity = "warn"
--- pack     = "review"
--- when     = ["stop"]
--- repeat   = "once"
--- gather   = "server"
--- message  = "{server} still {server:runs|run} in the background. End what is not needed any more, or tell the user that {server:it does|they do}."
---
--- options.servers = ["dev", "start", "serve", "server", "preview", "storybook", "watch", "runserver", "uvicorn", "gunicorn", "http.server", "http-server", "live-server", "nodemon", "vite", "flask", "streamlit", "webpack-dev-server"]   # words of a line that starts one

SELECT DISTINCT '`' || substr(still_running.command, 1, 80) || '`' AS server
FROM   still_running
WHERE  EXISTS (SELECT 1 FROM json_each(:servers) w
               WHERE  ' ' || replace(still_running.command, ':', ' ') || ' ' GLOB '* ' || w.value || ' *')
  AND  EXISTS (SELECT 1 FROM events e WHERE e.session = :session AND e.t > still_running.t AND e.moment = 'after'
                                        AND  e.tool <> '' AND e.source = '')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'restart')
ORDER  BY 1
