-- The files of a project and the files of the same project that each imports.

SELECT root, path, target
FROM   imports
WHERE  target <> ''
