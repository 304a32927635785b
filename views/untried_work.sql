-- The files that this call hands on and that nothing has tried since they were last changed. A
-- linter, type checker or build tries nothing out. A script is tried by a command that names it,
-- or by a task of which it is not known what it runs, other files by any test or program; what configures them matters
-- where there are tests.

SELECT work.way, work.root, work.path, work.file, work.class, work.script, work.t, work.edits, work.lines
FROM   work
WHERE  (work.class <> 'settings' OR EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = work.root)
        AND EXISTS (SELECT 1 FROM behaviour_files b WHERE work.base GLOB b.name))
  AND  work.file NOT GLOB '*.html' AND work.file NOT GLOB '*.sql'
  AND  NOT iif(work.script,
               EXISTS (SELECT 1 FROM trials a
                       WHERE  a.how <> 'check' AND a.t + a.changed > work.t AND (instr(a.text, work.base) OR a.opaque)),
               -- What changed the tree earlier on the line of its trial was tried by it.
               work.t < coalesce((SELECT max(a.t + a.changed) FROM trials a WHERE a.how <> 'check'), -1))
