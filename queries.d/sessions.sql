-- The sessions, the latest first: what each was about, what it did, and a letter for each of its calls.
--
-- `started` and `at` are the times of its first and its last event. `title` is the file that it edited most, and how many others it
-- edited; without edits the tests that it ran most, or the file that it read most. `runs` are the test runs and `failed` those of them
-- that failed; `turned` counts the tests that the session has turned red (views/failures.sql), and `red` those of them that it left red.
-- `said` is what witness told the agent. `track` has a letter for each call: P for a test run that passed, F for one that failed while a test
-- was red that the session had turned red, f for another one that failed, e for an edit, d for
-- a call that was refused, and otherwise a dot. After the letter stands ! if witness said something about the call or between it
-- and the next one, ? if it only withheld something. `model` is the one that has written most, '' if the transcript does not tell.
--
-- The arguments choose sessions: of an agent, of a model (a part of its name), those that began since a time
-- (milliseconds since 1970), and those that have changed a file.

--- title   = "Sessions"
--- project = true
--- args    = ["n?", "agent?", "model?", "since?", "file?"]

WITH recent AS (
  SELECT session, agent, root, started
  FROM   sessions s
  WHERE  session = coalesce(:session, session) AND agent = coalesce(:agent, agent) AND started >= coalesce(CAST(:since AS INTEGER), 0)
    AND  (:model IS NULL OR EXISTS (SELECT 1 FROM usage u WHERE u.session = s.session AND instr(u.model, :model)))
    AND  (:file IS NULL OR EXISTS (SELECT 1 FROM touches k WHERE k.session = s.session AND k.path = :file AND k.kind <> 'read' AND k.outcome = 'ok'))
  ORDER  BY started DESC, session DESC
  LIMIT  coalesce(CAST(:n AS INTEGER), 20)
),
turned AS (
  SELECT session, CAST(total(count) AS INTEGER) AS tests, CAST(total(count) FILTER (WHERE cleared IS NULL) AS INTEGER) AS red,
         json_group_array(json_array(root, since, cleared)) AS spans
  FROM   failures
  WHERE  session IN (SELECT session FROM recent) AND apart = ''
  GROUP  BY session
),
files AS (
  SELECT r.session, k.kind IN ('edit', 'write') AS edited, substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 1) AS name,
         row_number() OVER place AS place, count(*) OVER (PARTITION BY r.session, k.kind IN ('edit', 'write')) - 1 AS others
  FROM   recent r
  JOIN   touches k ON k.session = r.session AND k.kind IN ('edit', 'write', 'read') AND k.outcome = 'ok' AND k.via <> 'elsewhere'
  GROUP  BY r.session, k.kind IN ('edit', 'write'), k.path
  WINDOW place AS (PARTITION BY r.session, k.kind IN ('edit', 'write') ORDER BY count(*) DESC, min(k.t), k.path)
)
SELECT r.session, r.started,
       (SELECT max(at) FROM (SELECT at FROM events e WHERE e.session = r.session ORDER BY e.t DESC LIMIT 50)) AS at,
       r.agent, r.root,
       coalesce((SELECT name || iif(others > 0, ' +' || others, '') FROM files f WHERE f.session = r.session AND f.edited AND f.place = 1),
                (SELECT trim(u.program || ' ' || u.task) FROM runs u WHERE u.session = r.session AND u.kind = 'test' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1),
                (SELECT 'reads ' || name || iif(others > 0, ' +' || others, '') FROM files f WHERE f.session = r.session AND NOT f.edited AND f.place = 1), '') AS title,
       (SELECT count(*) FROM agent_calls c WHERE c.session = r.session) AS calls,
       (SELECT count(*) FROM touches k WHERE k.session = r.session AND k.kind IN ('edit', 'write') AND k.outcome = 'ok' AND k.via <> 'elsewhere') AS edits,
       (SELECT count(*) FROM runs u WHERE u.session = r.session AND u.kind = 'test' AND u.outcome <> 'unstarted') AS runs,
       (SELECT count(*) FROM runs u WHERE u.session = r.session AND u.kind = 'test' AND u.outcome = 'fail') AS failed,
       coalesce(n.tests, 0) AS turned,
       coalesce(n.red, 0) AS red,
       (SELECT count(*) FROM verdicts v WHERE v.session = r.session AND v.unsaid = '') AS said,
       coalesce((SELECT model FROM usage u WHERE u.session = r.session GROUP BY model ORDER BY sum(output) DESC, model LIMIT 1), '') AS model,
       coalesce((SELECT group_concat(call || mark, '' ORDER BY t)
                 FROM (SELECT e.t,
                              CASE WHEN e.moment NOT IN ('before', 'after') THEN ''
                                   ELSE coalesce((SELECT CASE WHEN max(u.outcome = 'fail')
                                                              THEN iif(EXISTS (SELECT 1 FROM json_each(n.spans) f
                                                                               WHERE  f.value ->> 0 = u.root AND f.value ->> 1 <= e.t
                                                                                 AND  coalesce(f.value ->> 2 > e.t, 1)), 'F', 'f')
                                                              WHEN max(u.outcome = 'pass') THEN 'P' END
                                                  FROM runs u WHERE u.session = e.session AND u.t = e.t AND u.kind = 'test'),
                                                 iif(EXISTS (SELECT 1 FROM touches k WHERE k.session = e.session AND k.t = e.t AND k.kind IN ('edit', 'write') AND k.outcome = 'ok' AND k.via <> 'elsewhere'), 'e', NULL),
                                                 iif(max(e.outcome = 'denied'), 'd', '.')) END AS call,
                              coalesce((SELECT iif(max(v.unsaid = ''), '!', '?') FROM verdicts v WHERE v.session = e.session AND v.t = e.t HAVING count(*) > 0), '') AS mark
                       FROM   events e
                       WHERE  e.session = r.session
                       GROUP  BY e.t)), '') AS track
FROM   recent r
LEFT   JOIN turned n ON n.session = r.session
ORDER  BY r.started DESC, r.session DESC
