-- The files of which this session has made a copy and that it had not changed since, before this call.

SELECT copied.path
FROM   touches copied
CROSS  JOIN commands m ON m.session = copied.session AND m.t = copied.t AND m.program IN ('cp', 'rsync', 'Copy-Item')
WHERE  copied.session = :session AND copied.kind = 'scan' AND copied.outcome = 'ok'
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = copied.path AND +o.t > copied.t AND +o.t < :t)
