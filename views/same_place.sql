-- The reads of a file at the same place in another working tree of the project, from which or to which the file of this
-- touch is a copy: a worktree has the files of its repository. What is one is told by its path, as git and clients name it.

SELECT r.t
FROM   touches r INDEXED BY touches_in_order
WHERE  r.session = :session AND r.t > :t - 500
  AND  r.actor = :actor AND r.kind = 'read' AND r.outcome = 'ok' AND r.path <> :path
  AND  r.file GLOB '*/*' AND substr(:path, -length(r.file) - 1) = '/' || r.file
  AND  (:path GLOB '*worktree*' OR r.path GLOB '*worktree*')
