-- Why the deletion of a test file loses nothing: a program goes with it, on this line or since its test began to fail.

SELECT c.text AS why
FROM   commands c, json_each(c.args) w
WHERE  c.session = :session AND c.t = :t AND c.program IN ('rm', 'git rm') AND :tool = 'run'
  AND  w.value GLOB '*' || :ext AND lower(w.value) NOT GLOB '*test*' AND lower(w.value) NOT GLOB '*spec*'
UNION  ALL
SELECT m.file
FROM   touches m INDEXED BY touches_in_order
WHERE  m.session = :session AND m.t < :t AND m.kind = 'delete' AND m.class = 'code'
  AND  m.root = :root AND m.outcome = 'ok'
  AND  m.t >= (SELECT min(since) FROM tests_of_file)
