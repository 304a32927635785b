-- Let the user publish.
--
-- A version that is published can be installed by everyone at once, and most registries never take it back. So can what a new owner
-- of a package publishes.

--- severity = "ask"
--- pack     = "infra"
--- commands = ["npm publish", "pnpm publish", "yarn publish", "yarn npm", "bun publish", "npm unpublish", "npm deprecate", "npm owner", "cargo publish", "cargo yank", "cargo owner", "gem push", "gem yank", "gem owner", "twine", "uv publish", "poetry publish", "hatch publish", "flit", "docker push", "podman push", "gh release", "dotnet nuget", "mvn deploy", "mvn release", "vsce", "goreleaser", "helm push", "dart pub", "jsr"]
--- message  = "`{text}` {does}. Ask your user whether that should go out, or try it with a dry run."

SELECT :text AS text,
       CASE WHEN :program IN ('docker push', 'podman push') THEN 'publishes an image'
            WHEN :program = 'gh release' AND (:args ->> '$[0]') LIKE 'delete%' THEN 'deletes a release that others may use'
            WHEN :program IN ('gh release', 'goreleaser') THEN 'publishes a release'
            WHEN :program IN ('npm unpublish', 'npm deprecate', 'cargo yank', 'gem yank') THEN 'withdraws a version that others may use'
            WHEN :program GLOB '* owner' THEN 'changes who may publish a package'
            ELSE 'publishes a package' END AS does
WHERE  NOT EXISTS (SELECT 1 FROM json_each(:args)
                   WHERE value GLOB '--dry-run*' OR value IN ('-n', '--help', '-h', '--snapshot', '--skip-publish', '--draft') OR value GLOB '--skip=*publish*'
                         OR value GLOB 'localhost[:/]*' OR value GLOB '127.0.0.1[:/]*' OR value GLOB '--registry=http://localhost*')
  AND  (:program NOT GLOB '* owner' OR EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('add', 'rm', 'remove', '-a', '--add', '-r', '--remove')))
  AND  (:program NOT IN ('gh release', 'dotnet nuget', 'goreleaser', 'yarn npm', 'dart pub', 'twine', 'flit', 'vsce', 'jsr')
        OR (:args ->> '$[0]') IN ('create', 'upload', 'edit', 'delete', 'delete-asset', 'push', 'release', 'publish'))
