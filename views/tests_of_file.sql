-- The failing tests whose file is the one of this call. Go prints a file without its folder, which
-- its package tells. `own` is the name without that of the file, as it stands in it.

SELECT f.name, f.excuse, f.since,
       substr(f.test, 1 + length(rtrim(f.test, replace(f.test, ':', '')))) AS own
FROM   failing_tests f
WHERE  f.session = :session AND f.root = :root AND f.file <> ''
  AND  CASE WHEN f.identity <> '' THEN substr(f.identity, 1, length(:file) + 1) = :file || ' '
            WHEN instr(f.file, '/') THEN f.file IN (:file, :path) OR substr(:file, -1 - length(f.file)) = '/' || f.file
            ELSE :base = f.file
                 AND (:base = :file OR f.suite = ''
                      OR substr('/' || f.suite, -1 - length(:file) + length(:base) + 1)
                         = '/' || substr(:file, 1, length(:file) - length(:base) - 1)) END
