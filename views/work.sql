-- The files that this session has changed and that this call hands on. A push hands on those of its commits since the
-- last push, the end of a turn those that were changed since the user's last prompt. `edits` is how often a file was
-- changed, `lines` by how many lines it grew or shrank in these edits; a file that was written anew as a whole counts
-- with at least 3, because its size tells nothing.
--
-- Left out are files that were removed or put back since, documents, what a program generates, files without a line,
-- and what a command has left outside of every project. A file whose name tells nothing is a program if the session
-- has seen its first line.

SELECT handovers.way, e.root, e.path, e.file, e.class, max(e.t) AS t,
       count(*) AS edits,
       sum(max(abs(coalesce(e.lines_after - e.lines_before, 3)), iif(e.kind = 'write', 3, 0))) AS lines,
       replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') AS base,
       e.file GLOB '*.sh' OR e.file GLOB '*.bash' OR e.file GLOB '*.zsh' OR e.file GLOB '*.ps1' AS script
FROM   handovers
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.root = handovers.root
  AND  e.t > CASE handovers.way
               WHEN 'push'
               THEN coalesce((SELECT last_push.t FROM last_push WHERE last_push.root = handovers.root), :t - 500)
               ELSE (SELECT prompted FROM sessions WHERE session = :session) END
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via <> 'elsewhere' AND e.actor <> '*'
  AND  (e.root <> '' OR e.via = 'tool')
  AND  e.manner NOT IN ('same', 'undo', 'restore')
  AND  coalesce(nullif(e.class, ''), (SELECT max(r.class) FROM touches r
                                      WHERE  r.session = e.session AND r.path = e.path)) IN ('code', 'test', 'settings')
  AND  coalesce(e.lines_before, 0) + coalesce(e.lines_after, 1) > 0
  AND  (handovers.way <> 'push' OR e.t < (SELECT last_commit.t FROM last_commit WHERE last_commit.root = e.root))
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = e.session AND k.path = e.path AND k.outcome = 'ok' AND +k.t >= e.t
                     AND  (k.kind = 'delete' OR k.manner IN ('restore', 'undo')))
GROUP  BY e.root, e.path
