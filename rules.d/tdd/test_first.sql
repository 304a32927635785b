-- Write the test before the program.
--
-- A new program file, in a project that has tests, and this session has touched no test whose name contains that of the file.

--- severity = "warn"
--- pack     = "tdd"
--- tools    = ["write"]
--- repeat   = "once"
--- message  = "{file} is new, and no test of {name} was written before it. Write a test that fails first, then the program."
---
--- options.without = ["main", "index", "mod", "lib", "__init__", "__main__", "setup", "types", "constants", "config", "errors", "exceptions", "version", "*.dto", "*.types", "*.interface", "*.enum", "*.entity", "*.module", "*.config", "*.constants", "*.stories", "*.styles"]   # globs of the names, in lower case and without the extension, of files that need no test of their own

SELECT :file AS file, :stem AS name
WHERE  NOT :on_disk AND :class = 'code' AND :root <> '' AND :stem <> '' AND :manner <> 'copy'
  AND  :ext NOT IN ('.html', '.htm', '.sql', '.sh', '.bash', '.css', '.graphql', '.proto', '.ipynb', '.d.ts', '.tmpl',
                    '.tpl')
  AND  NOT EXISTS (SELECT 1 FROM json_each('["*/migrations/*", "*/migrate/*", "*/alembic/*",
                                             "*/*test*/*", "*/example*/*", "*/demo*/*"]') g
                   WHERE  lower('/' || :file) GLOB g.value)
  AND  NOT EXISTS (SELECT 1 FROM json_each(:without) w WHERE lower(:stem) GLOB w.value)
  AND  (EXISTS (SELECT 1 FROM trees p WHERE p.root = :root AND p.tests)
        OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                   WHERE  x.session = :session AND x.root = :root AND x.class = 'test'))
  AND  NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                   WHERE  x.session = :session AND x.root = :root AND x.class = 'test'
                     AND  x.kind IN ('edit', 'write') AND x.outcome = 'ok'
                     AND  instr(replace(replace(lower(x.file), '-', ''), '_', ''),
                                replace(replace(lower(:stem), '-', ''), '_', '')))
