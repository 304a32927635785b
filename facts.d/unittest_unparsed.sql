-- A run of Python tests that a source which does not parse ended before there was any test:
-- Django's runtests.py, and unittest where the tests are named.
--
-- All there is to see is a traceback. Of one that names another error nothing is taken: a
-- wrong word on the line has it, too.

--- into     = "tests"
--- form     = "unittest"
--- contains = ["SyntaxError: ", "IndentationError: ", "TabError: "]

SELECT 1 AS failed, 0 AS ended, 'summary' AS how
WHERE  :runner = 'unittest'
  AND  instr(:output, '----------------------------------------------------------------------') = 0
  AND  matches(:output, '\n(?:SyntaxError|IndentationError|TabError): .*\s*$') <> '[]'
