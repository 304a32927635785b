-- The changes of this session that a call hands on. A commit takes what has changed since the last one, but only the
-- files that `git add` or its own operands name, if they name any, and nothing of a merge that stopped. A push takes
-- what has changed since the last push, any other call everything. A change that was put back or checked out again is
-- left out.

WITH handed_since AS (
  SELECT CASE WHEN :moment <> 'before' THEN -1
              WHEN :commits OR :program GLOB '* commit'
              THEN coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = :root), -1)
              WHEN :program IN ('git push', 'jj git', 'hg push', 'sl push')
              THEN coalesce((SELECT last_push.t FROM last_push WHERE last_push.root = :root), -1)
              ELSE -1 END AS tick
), chosen_paths AS (
  SELECT added_files.path AS chosen
  FROM   handed_since
  CROSS  JOIN added_files ON added_files.session = :session AND added_files.t > tick AND added_files.root = :root
  WHERE  :moment = 'before' AND :program GLOB '* commit' AND NOT coalesce(:flags ->> 'all', 0)
  UNION  ALL
  SELECT :root || '/' || iif(:dir IN ('', '?'), '', :dir || '/') || json_each.value
  FROM   json_each(:operands)
  WHERE  :moment = 'before' AND :program GLOB '* commit'
)
SELECT k.t, k.path, k.file, k.kind, k.kind = 'write' AND NOT k.on_disk AS made
FROM   handed_since
CROSS  JOIN touches k INDEXED BY touches_in_order ON k.session = :session AND k.t > tick
WHERE  k.root = :root AND k.outcome = 'ok' AND k.kind IN ('edit', 'write', 'delete', 'rewrite', 'output')
  AND  k.manner NOT IN ('same', 'undo', 'restore')
  AND  NOT (k.kind = 'rewrite' -- if nothing shows that the file differs, or if version control wrote it
            AND (k.hash_before = k.hash_after
                 OR EXISTS (SELECT 1 FROM changes h
                            WHERE  h.session = :session AND h.t = k.t AND h.kind = 'checkout')))
  AND  NOT (:commits AND EXISTS (SELECT 1 FROM stopped_merges m WHERE m.session = :session AND m.root = :root))
  AND  (coalesce((SELECT min(chosen) FROM chosen_paths), '') = ''
        OR EXISTS (SELECT 1 FROM chosen_paths WHERE substr(k.path || '/', 1, length(chosen) + 1) = chosen || '/'))
