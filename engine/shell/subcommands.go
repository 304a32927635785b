package shell

// subcommandSyntax describes the command line of a program with subcommands.
type subcommandSyntax struct {
	valued   string // global flags whose value is the next word
	dir      string // those of valued that set the directory it runs in
	manifest string // those of valued that name a file in the directory it runs in
	targets  bool   // subcommands are targets, which may follow flags and assignments, as with make
	scripts  bool   // subcommands may be scripts of a package.json
	before   bool   // flags before the subcommand mean the same as those behind it
}

// subcommandsOf returns the syntax of the program base, and false if it has no subcommands.
func subcommandsOf(base string) (subcommandSyntax, bool) {
	switch base {
	case "git":
		return subcommandSyntax{valued: "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source", dir: "-C"}, true
	case "jj":
		return subcommandSyntax{valued: "-R --repository --at-operation --config --color", dir: "-R --repository"}, true
	case "hg":
		return subcommandSyntax{valued: "-R --repository --cwd --config --encoding", dir: "-R --repository --cwd"}, true
	case "go":
		return subcommandSyntax{valued: "-C", dir: "-C"}, true
	case "cargo":
		return subcommandSyntax{valued: "--color --config -Z -C --manifest-path", dir: "-C", manifest: "--manifest-path"}, true
	case "npm":
		return subcommandSyntax{valued: "--prefix -C -w --workspace --loglevel --registry --userconfig --cache", dir: "--prefix -C", scripts: true}, true
	case "pnpm":
		return subcommandSyntax{valued: "-C --dir --filter -F --loglevel --reporter", dir: "-C --dir", scripts: true}, true
	case "yarn":
		return subcommandSyntax{valued: "--cwd --modules-folder --cache-folder", dir: "--cwd", scripts: true}, true
	case "bun":
		return subcommandSyntax{valued: "--cwd --filter -F --config -c -r --preload --env-file -e --eval -p --print", dir: "--cwd", scripts: true}, true
	case "docker", "podman", "docker-compose":
		return subcommandSyntax{valued: "-H --host -c --context --config -l --log-level"}, true
	case "kubectl", "helm", "oc":
		return subcommandSyntax{valued: "-n --namespace --context --kubeconfig --cluster -s --server --user --as --token"}, true
	case "make", "gmake":
		return subcommandSyntax{valued: "-C --directory -f --file --makefile -I --include-dir -o --old-file -W -E --eval", dir: "-C --directory", targets: true}, true
	case "just":
		return subcommandSyntax{valued: "-f --justfile -d --working-directory --set --shell --dotenv-path --chooser --color", dir: "-d --working-directory", targets: true}, true
	case "task":
		return subcommandSyntax{valued: "-d --dir -t --taskfile -o --output -C --concurrency", dir: "-d --dir", targets: true}, true
	case "ninja":
		return subcommandSyntax{valued: "-C -f -j -k -l -d -t -w", dir: "-C", targets: true}, true
	case "rake":
		return subcommandSyntax{valued: "-f --rakefile -I -r -R", targets: true}, true
	case "mage":
		return subcommandSyntax{valued: "-d -w -goos -goarch -t", dir: "-w", targets: true}, true
	case "invoke", "inv":
		return subcommandSyntax{valued: "-c --collection -r --search-root -f --config -T", targets: true}, true
	case "mvn":
		return subcommandSyntax{valued: "-f --file -pl --projects -P --activate-profiles -s --settings -T --threads -rf -gs -l", manifest: "-f --file", before: true}, true
	case "gradle":
		return subcommandSyntax{valued: "-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script -x --exclude-task --tests --console --max-workers", dir: "-p --project-dir", before: true}, true
	case "poetry":
		return subcommandSyntax{valued: "-C --directory -P --project", dir: "-C --directory"}, true
	case "uv":
		return subcommandSyntax{valued: "--directory --project --cache-dir --config-file --color --python -p", dir: "--directory"}, true
	case "pip":
		return subcommandSyntax{valued: "--python --log --proxy --retries --timeout --cert --cache-dir --index-url"}, true
	case "terraform", "tofu":
		return subcommandSyntax{}, true
	case "gh", "glab":
		return subcommandSyntax{valued: "-R --repo -g --group"}, true
	case "aws":
		return subcommandSyntax{valued: "--profile --region --output --endpoint-url --query --ca-bundle --color --cli-connect-timeout --cli-read-timeout"}, true
	case "gcloud":
		return subcommandSyntax{valued: "--project --account --configuration --format --verbosity --region --zone --billing-project --impersonate-service-account"}, true
	case "az":
		return subcommandSyntax{valued: "--subscription --output -o --query"}, true
	case "apt-get", "apt":
		return subcommandSyntax{valued: "-o -c -t"}, true
	case "xcodebuild":
		return subcommandSyntax{valued: "-project -workspace -scheme -target -configuration -destination -destination-timeout -sdk -arch -toolchain -testPlan -derivedDataPath -resultBundlePath -xcconfig -jobs -parallel-testing-enabled -maximum-parallel-testing-workers -enableCodeCoverage", before: true}, true
	case "swift", "flutter", "dart":
		return subcommandSyntax{valued: "-d --device-id"}, true
	case "manage.py", "django-admin":
		return subcommandSyntax{valued: "--settings --pythonpath"}, true
	case "bazel", "bazelisk":
		return subcommandSyntax{valued: "--output_base --output_user_root --bazelrc"}, true
	case "conda", "mamba", "micromamba":
		return subcommandSyntax{}, true
	case "pdm", "hatch":
		return subcommandSyntax{valued: "-p --project -e --env", dir: "-p --project"}, true
	case "composer":
		return subcommandSyntax{valued: "-d --working-dir", dir: "-d --working-dir"}, true
	case "nx", "turbo", "lerna":
		return subcommandSyntax{valued: "--cwd --filter --scope"}, true
	case "mix", "svn", "sl", "deno", "dotnet", "brew", "bundle", "gem", "rails", "rustup", "setup.py", "sbt", "pipenv", "rye",
		"pixi", "mise", "rbenv", "pyenv", "asdf", "pipx", "op", "doppler", "direnv", "nvm", "fnm", "dotenvx", "infisical",
		"artisan", "systemctl", "yum", "dnf", "apk", "snap", "volta", "stack", "cabal", "lein", "zig", "gleam", "tmux", "ruff",
		"pre-commit", "coverage", "wrangler", "vercel", "heroku", "buf", "alembic", "flask", "next", "ng", "expo", "prisma", "biome", "playwright", "cypress", "golangci-lint", "changeset":
		return subcommandSyntax{}, true
	}
	return subcommandSyntax{}, false
}
