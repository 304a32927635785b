-- The pages of the web that this session has read since the user's last prompt, within its last 500
-- calls. What the machine itself serves is no page of the web. `host` is '' if it is not known.

SELECT f.t, f.host
FROM   events f
WHERE  f.session = :session AND f.t > :t - 500 AND f.t < :t
  AND  f.tool = 'fetch' AND f.moment = 'after' AND f.outcome IN ('ok', 'unknown')
  AND  f.host NOT IN ('localhost', '127.0.0.1')
  AND  f.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
