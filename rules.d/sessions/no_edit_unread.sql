-- Read a file before you change it.
--
-- An edit of a file whose content the agent has never seen is a guess. A subagent and its
-- parent do not share a context, so the reads of one do not count for the other. An agent that
-- wrote a file counts as having read it, and a new file needs no reading. Nor does one that is only
-- appended to, replaced by a copy of another, restored by version control, written by a program, or changed
-- together with others by one command (`sed -i` on the files that find lists). From its third file in a turn on, replacing a
-- text by sed (`s/old/new/`) needs no reading either: it changes only what matches, and a series of it renames something.
-- What was read in another working tree of the project is known in this one, too, and a session that goes on from one that was
-- not heard may have read anything.
-- If the client itself refuses to change an unread file, the rule is silent: its message would only
-- repeat the client's.

--- severity = "warn"
--- pack     = "sessions"
--- tools    = ["edit", "write"]
--- message  = "{file} exists and has not been read in this session. Read it before you {kind} it."
---
--- says.kind.write = "overwrite"

-- Of a file in another project the whole path is said.
SELECT iif(substr(:cwd || '/', 1, length(:root) + 1) = :root || '/', :file, :path) AS file,
       :kind AS kind
WHERE  :on_disk AND NOT :seen AND :manner IN ('', 'replace') AND :class NOT IN ('generated', 'scratch')
  AND  NOT EXISTS (
         SELECT 1 FROM touches
         WHERE  session = :session AND path = :path AND actor = :actor AND outcome = 'ok'
           AND  (kind IN ('read', 'edit', 'write') AND via <> 'observed'
                 -- a replacement in all files that a search listed
                 OR manner = 'listed' AND :via = 'shell' AND :kind = 'edit'))
  AND  NOT EXISTS (SELECT 1 FROM same_place UNION ALL SELECT 1 FROM continued)
  AND  NOT (:manner = 'replace' AND (SELECT count(*) FROM replaced_files) > 1)
