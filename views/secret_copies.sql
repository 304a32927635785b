-- The files into which this session has packed or copied a file that holds credentials by its name, be it alone or in a
-- folder, and into which an earlier command of the line does: `path`, `file` as the project names it, and `secret`, the file
-- that is in it. One that was changed since is left out, because the values may have been taken out of it.

WITH holding (name) AS (SELECT value ->> 'glob' FROM json_each(:credentials) WHERE value ->> 'sent'),
copies (path, file, secret) AS (
  SELECT w.path, w.file, r.file
  FROM   touches w INDEXED BY touches_in_order
  CROSS  JOIN touches r INDEXED BY touches_in_order ON r.session = w.session AND r.t = w.t AND r.kind = 'scan'
  WHERE  w.session = :session AND w.t > :t - 200 AND w.kind IN ('write', 'output') AND w.via = 'shell'
    AND  EXISTS (SELECT 1 FROM commands c
                 WHERE  c.session = w.session AND c.t = w.t
                   AND  instr(c.args, replace(w.path, rtrim(w.path, replace(w.path, '/', '')), ''))
                   AND  c.program IN ('tar', 'bsdtar', 'zip', '7z', '7za', 'cp', 'base64', 'gzip', 'gpg', 'openssl',
                                      'xxd', 'install'))
    AND  NOT EXISTS (SELECT 1 FROM touches e
                     WHERE  e.session = w.session AND e.path = w.path AND e.t > w.t AND e.kind IN ('edit', 'write')
                       AND  e.outcome = 'ok')
  UNION  ALL
  SELECT c.root || '/' || (c.args ->> '$[#-1]'), c.args ->> '$[#-1]', a.value
  FROM   commands c, json_each(c.args) a
  WHERE  c.session = :session AND c.t = :t AND c.program IN ('cp', 'mv', 'install')
    AND  a.key < json_array_length(c.args) - 1
)
SELECT DISTINCT path, file, secret
FROM   copies
JOIN   holding h ON '/' || secret GLOB '*/' || h.name
WHERE  secret NOT GLOB '*example*' AND secret NOT GLOB '*sample*' AND secret NOT GLOB '*template*'
  AND  secret NOT GLOB '*test*'
  AND  NOT EXISTS (SELECT 1 FROM commands e
                   WHERE  e.session = :session AND e.t = :t AND e.program IN ('sed', 'perl') AND instr(e.args, file))
