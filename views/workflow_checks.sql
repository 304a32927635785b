-- The programs, as globs, that find mistakes in what a build server is told, or run it here.

SELECT value AS name
FROM   json_each('["actionlint", "zizmor", "act", "action-validator", "check-jsonschema", "yamllint", "pre-commit *",
                   "prek*", "glab ci", "circleci config", "circleci local", "gitlab-ci-local", "ghalint", "pinact"]')
