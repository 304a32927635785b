-- Ends the pile of untested edits if code on the command line, or a module that is started by name, uses a file that
-- was edited.

UPDATE tally SET edits = 0
WHERE  session = :session AND root = :root AND edits > 0 AND (:here OR instr(:text, :root))
  AND  EXISTS (
         SELECT 1
         FROM  (SELECT e.file, replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') AS base,
                       replace(e.file, 'src/', '') AS place
                FROM   touches e INDEXED BY touches_in_order
                WHERE  e.session = :session AND e.t > coalesce(tally.last_run, -1) AND e.t < :t AND e.root = :root
                  AND  e.kind IN ('edit', 'write') AND e.outcome = 'ok')
         WHERE  :program IN ('python', 'pypy', 'ipython')
                AND (instr(:text, 'import ' || replace(base, '.py', ''))
                     OR instr(:text, replace(replace(file, '.py', ''), '/', '.'))
                     OR instr(:text, 'import') AND file GLOB '*.py' AND instr(:text, file)
                     OR instr(file, '/') AND instr(:text, 'from ' || substr(place, 1, instr(place || '/', '/') - 1)))
           OR   :program IN ('node', 'bun', 'deno', 'tsx')
                AND (instr(:text, './') OR instr(:text, 'require(' || char(39) || '/'))
           OR   :program IN ('php', 'ruby') AND instr(:text, 'require') AND length(base) > 5
                AND instr(:text, replace(replace(base, '.php', ''), '.rb', ''))
           OR   :program <> '' AND file GLOB '*.py'
                AND (file GLOB :program || '/*' OR file GLOB '*/' || :program || '/*'
                     OR file IN (:program || '.py', replace(:program, '.', '/') || '.py')));
