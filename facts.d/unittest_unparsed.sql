-- A run of Python tests that ended with a syntax error before the first test (Django, unittest).
--
-- The output is only a traceback. A traceback with any other exception is not read, because a usage
-- error prints one, too.

--- into     = "tests"
--- language = "python"
--- form     = "unittest"
--- contains = ["SyntaxError: ", "IndentationError: ", "TabError: "]

SELECT 1 AS failed, 0 AS ended, 'summary' AS how
WHERE  :runner = 'unittest'
  AND  instr(:output, '----------------------------------------------------------------------') = 0
  AND  matches(:output, '\n(?:SyntaxError|IndentationError|TabError): .*\s*$') <> '[]'
