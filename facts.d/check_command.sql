-- Linters, type checkers and compilers whose output no reader understands.
--
-- Their exit code decides the outcome. A usage error, which is not a run, is searched for in the
-- beginning and the end of a long output.

--- into     = "diagnostics"
--- commands = ["yamllint", "tflint", "vale", "cspell", "knip", "phpstan", "phpstan analyse", "psalm", "phpcs", "ktlint", "detekt", "swiftlint", "swiftlint lint", "mix credo", "mix dialyzer", "bandit", "vulture", "pycodestyle", "pyflakes", "pydocstyle", "standard", "xo", "jshint", "htmlhint", "checkov", "revive", "errcheck", "selene"]
--- unless   = ["--help", "--version", "-h", "--fix"]

SELECT 'exit' AS how, 1 AS ended, iif(:exit = 0, 0, NULL) AS failed
FROM  (SELECT iif(octet_length(:output) > 20000, substr(:output, 1, 10000) || char(10) || substr(:output, -10000), :output) AS said)
WHERE  :exit NOT IN (126, 127)
  AND  json_array_length(matches(said,
         '(?im)command not found|no such file or directory|no files? (?:matching|found|to )|^.{0,60}\b(?:unrecognized|unrecognised|unknown|invalid|unexpected|ambiguous) (?:arguments?|options?|flags?|switch|command.line|reporter|formatter|parameter)\b|^.{0,40}\bflag provided but not defined|^usage: '
      || '|could not determine executable|is not installed|^\S*: No module named ')) = 0
