-- Do not make a red test say less.
--
-- A test failed, and it is green now because it asks for less. Since the failure its file has got more skips; or,
-- while no program was edited, the file has lost a third of its assertions or the test itself, or the test replaces by
-- a mock what it is there to test.
--
-- Skips and assertions are counted before and after each change (table marks), so a skip that is moved, or removed
-- again, does not count. The rule is silent about a test file that this session made, because it is still being written,
-- and about a skip of which the last message tells the user.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "{test} failed, and since then {file} {change}. Make it pass as it was, or {moment} why it asks for less."
---
--- says.change.assertion = "has lost {n} of its {had} assertions, with no program edited"
--- says.change.test      = "has it no more"
--- says.change.mock      = "replaces by a mock what it is to test, with no program edited"
--- says.change.skip      = "skips one more test"
--- says.change.skips     = "has {n} more skips"
--- says.moment.stop      = "tell the user"
--- says.moment.before    = "say in the message"
---
--- options.few = 3   # assertions whose loss does not count

SELECT b.test, b.file, b.file AS subject,
       iif(b.mark = 'skip' AND b.n > 1, 'skips', b.mark) AS change, b.n, b.had, :moment AS moment
FROM   bent_tests b
WHERE  (:moment = 'stop' OR :commits) AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'change test')
  AND  NOT (b.mark = 'skip' AND :moment = 'stop' AND EXISTS (SELECT 1 FROM claims WHERE label = 'tests_skipped'))
       -- Fewer but stronger assertions are no loss, and what a program does now may need fewer.
  AND  (b.mark = 'skip'
        OR (b.mark IN ('mock', 'test') OR b.n >= b.had OR b.n > :few AND 3 * b.n >= b.had)
           AND NOT EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
                           WHERE  c.session = :session AND c.t > b.t AND c.root = :root AND c.class = 'code'
                             AND  c.kind IN ('edit', 'write', 'delete', 'rewrite') AND c.outcome = 'ok'))
       -- Git has put the file back.
  AND  NOT EXISTS (SELECT 1 FROM own_changes k WHERE k.path = b.path AND k.manner IN ('restore', 'undo') AND k.t > b.t)
ORDER  BY b.mark DESC, b.file
LIMIT  1
