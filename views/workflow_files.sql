-- The files, as globs, that tell a build server what to do: they run nowhere else.

SELECT value AS name
FROM   json_each('[".github/workflows/*.y*ml", "*/.github/workflows/*.y*ml", ".gitlab-ci.yml", ".circleci/config.yml",
                   "azure-pipelines.yml", ".woodpecker*.y*ml", ".forgejo/workflows/*.y*ml", "bitbucket-pipelines.yml"]')
