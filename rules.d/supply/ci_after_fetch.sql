-- No change of the pipeline on a web page's word.
--
-- A page can hold instructions for an agent, and CI runs with the project's secrets. If something was fetched since the
-- user's last prompt, the user should see a change of CI, hooks or release settings before it is made.

--- severity = "ask"
--- pack     = "supply"
--- tools    = ["edit", "write"]
--- paths    = [".github/workflows/**", ".github/actions/**", ".gitlab-ci.yml", ".circleci/**", ".buildkite/**", "Jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml", ".travis.yml", ".drone.yml", ".woodpecker/**", ".husky/**", ".pre-commit-config.yaml", ".goreleaser.y*ml", ".npmrc"]
--- message  = "{name} decides what runs with the project's secrets, and a page of {named} was read since your user's last prompt. Ask whether they want this change."
---
--- says.named.0 = "the web"
--- says.named.1 = "{host}"

SELECT :file AS name, p.host, p.host <> '' AS named
FROM   read_pages p
ORDER  BY p.t DESC
LIMIT  1
