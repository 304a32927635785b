-- Write what is to stay, too.
--
-- A comment such as "... rest of the file is unchanged" stands for code in an answer to a person. In a file it replaces
-- that code: the tool writes what it is given, and puts nothing in its place. Only programs count, and of a file that is
-- written as a whole only one that gets shorter by it: a new file may sketch something.

--- severity = "ask"
--- tools    = ["edit", "write"]
--- message  = "Line {line} of what this writes says that something was left out, and {file} loses it. Edit only the part that changes, or write the whole."

SELECT value ->> 'n' AS line, :file AS file
FROM   json_each(:lines)
WHERE  value ->> 'mark' = 'left_out' AND :class = 'code' AND (:kind = 'edit' OR :lines_after < :lines_before)
LIMIT  1
