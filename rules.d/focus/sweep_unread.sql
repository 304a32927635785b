-- Change the files that your user named.
--
-- The last prompt names a file, and one command has replaced a text in many, most of which the session has not read: what the
-- pattern finds there is not known, and each is a change that somebody has to look at. A prompt that names no file, such as one that
-- renames something everywhere, is not meant.

--- severity = "warn"
--- pack     = "focus"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "One command has changed {n} files that this session has not read, among them {file}, and your user has named one or a few. Look at `git diff`, and take back what was not asked for, or tell your user why it has to change."
---
--- options.most = 6   # files that one command may change unread

SELECT count(*) AS n, min(k.file) AS file, 'sweep at ' || k.t AS subject
FROM   touches k INDEXED BY touches_in_order
WHERE  k.session = :session AND k.t >= (SELECT began FROM turn) AND k.t < :t
  AND  k.kind = 'edit' AND k.outcome = 'ok'
  AND  k.manner IN ('replace', 'bulk', 'listed') AND NOT k.seen AND k.class NOT IN ('generated', 'scratch')
  AND  (:moment = 'stop' OR :commits)
  AND  NOT EXISTS (SELECT 1 FROM touches r
                   WHERE  r.session = :session AND r.path = k.path AND +r.t < k.t AND r.kind IN ('read', 'edit'))
  AND  EXISTS (SELECT 1 FROM words w
               WHERE  w.session = :session AND w.t = (SELECT prompted FROM sessions WHERE session = :session)
                 AND  w.kind IN ('names', 'order') AND length(w.object) = 16)
GROUP  BY k.t
HAVING count(*) >= :most
LIMIT  1
