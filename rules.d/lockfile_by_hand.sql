-- Leave lock files to their package manager.
--
-- A lock file holds what the package manager resolved, with checksums. An edit by hand is undone by the next install, or
-- makes it fail.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- paths    = ["**/package-lock.json", "**/npm-shrinkwrap.json", "**/yarn.lock", "**/pnpm-lock.yaml", "**/bun.lock", "**/deno.lock", "**/poetry.lock", "**/uv.lock",
---             "**/pdm.lock", "**/Pipfile.lock", "**/Cargo.lock", "**/go.sum", "**/Gemfile.lock", "**/composer.lock", "**/mix.lock", "**/flake.lock", "**/Podfile.lock", "**/pubspec.lock"]
--- repeat   = "once"
--- message  = "{file} is written by the package manager. Change the manifest and let the package manager update it."

SELECT :file AS file
WHERE  :on_disk AND :via IN ('tool', 'shell') AND :manner NOT IN ('copy', 'restore')
  -- A tool of the package manager that names its file is not a hand.
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t = :t AND :via = 'shell'
                     AND  c.program NOT IN ('sed', 'perl', 'cat', 'tee', 'echo', 'printf', 'python', 'node', 'awk',
                                            ':'))
