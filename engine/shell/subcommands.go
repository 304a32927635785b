package shell

// commandSet describes a program that has subcommands.
type commandSet struct {
	valued   string // its global flags whose value is the next word
	dir      string // those of them that say where it runs
	manifest string // those that name a file in the directory where it runs
	targets  bool   // a subcommand is a target, as of make
	scripts  bool   // it runs the scripts of a package.json
}

// subcommands returns false for a program without subcommands.
func subcommands(base string) (commandSet, bool) {
	switch base {
	case "git":
		return commandSet{valued: "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source", dir: "-C"}, true
	case "jj":
		return commandSet{valued: "-R --repository --at-operation --config --color", dir: "-R --repository"}, true
	case "hg":
		return commandSet{valued: "-R --repository --cwd --config --encoding", dir: "-R --repository --cwd"}, true
	case "go":
		return commandSet{valued: "-C", dir: "-C"}, true
	case "cargo":
		return commandSet{valued: "--color --config -Z -C --manifest-path", dir: "-C", manifest: "--manifest-path"}, true
	case "npm":
		return commandSet{valued: "--prefix -C -w --workspace --loglevel --registry --userconfig --cache", dir: "--prefix -C", scripts: true}, true
	case "pnpm":
		return commandSet{valued: "-C --dir --filter -F --loglevel --reporter", dir: "-C --dir", scripts: true}, true
	case "yarn":
		return commandSet{valued: "--cwd --modules-folder --cache-folder", dir: "--cwd", scripts: true}, true
	case "bun":
		return commandSet{valued: "--cwd --filter -F --config -c -r --preload --env-file", dir: "--cwd", scripts: true}, true
	case "docker", "podman", "docker-compose":
		return commandSet{valued: "-H --host -c --context --config -l --log-level"}, true
	case "kubectl", "helm", "oc":
		return commandSet{valued: "-n --namespace --context --kubeconfig --cluster -s --server --user --as --token"}, true
	case "make", "gmake":
		return commandSet{valued: "-C --directory -f --file --makefile -I --include-dir -o --old-file -W -E --eval", dir: "-C --directory", targets: true}, true
	case "just":
		return commandSet{valued: "-f --justfile -d --working-directory --set --shell --dotenv-path --chooser --color", dir: "-d --working-directory", targets: true}, true
	case "task":
		return commandSet{valued: "-d --dir -t --taskfile -o --output -C --concurrency", dir: "-d --dir", targets: true}, true
	case "ninja":
		return commandSet{valued: "-C -f -j -k -l -d -t -w", dir: "-C", targets: true}, true
	case "rake":
		return commandSet{valued: "-f --rakefile -I -r -R", targets: true}, true
	case "mage":
		return commandSet{valued: "-d -w -goos -goarch -t", dir: "-w", targets: true}, true
	case "invoke", "inv":
		return commandSet{valued: "-c --collection -r --search-root -f --config -T", targets: true}, true
	case "mvn":
		return commandSet{valued: "-f --file -pl --projects -P --activate-profiles -s --settings -T --threads -rf -gs -l", manifest: "-f --file"}, true
	case "gradle":
		return commandSet{valued: "-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script -x --exclude-task --console --max-workers", dir: "-p --project-dir"}, true
	case "poetry":
		return commandSet{valued: "-C --directory -P --project", dir: "-C --directory"}, true
	case "uv":
		return commandSet{valued: "--directory --project --cache-dir --config-file --color --python -p", dir: "--directory"}, true
	case "pip":
		return commandSet{valued: "--python --log --proxy --retries --timeout --cert --cache-dir --index-url"}, true
	case "terraform", "tofu":
		return commandSet{}, true
	case "gh":
		return commandSet{valued: "-R --repo"}, true
	case "apt-get", "apt":
		return commandSet{valued: "-o -c -t"}, true
	case "swift", "flutter", "dart":
		return commandSet{valued: "-d --device-id"}, true
	case "manage.py", "django-admin":
		return commandSet{valued: "--settings --pythonpath"}, true
	case "bazel", "bazelisk":
		return commandSet{valued: "--output_base --output_user_root --bazelrc"}, true
	case "conda", "mamba", "micromamba":
		return commandSet{}, true
	case "pdm", "hatch":
		return commandSet{valued: "-p --project -e --env", dir: "-p --project"}, true
	case "composer":
		return commandSet{valued: "-d --working-dir", dir: "-d --working-dir"}, true
	case "nx", "turbo", "lerna":
		return commandSet{valued: "--cwd --filter --scope"}, true
	case "mix", "svn", "sl", "deno", "dotnet", "brew", "bundle", "gem", "rails", "rustup", "setup.py", "sbt", "pipenv", "rye",
		"pixi", "mise", "rbenv", "pyenv", "asdf", "pipx", "op", "doppler", "direnv", "nvm", "fnm", "dotenvx", "infisical",
		"artisan", "systemctl", "yum", "dnf", "apk", "snap", "volta", "stack", "cabal", "lein", "zig", "gleam", "tmux", "ruff",
		"pre-commit", "coverage", "wrangler", "vercel", "heroku", "aws", "gcloud", "az", "buf", "alembic", "flask", "next", "ng", "expo", "prisma", "biome", "playwright", "cypress", "golangci-lint", "changeset":
		return commandSet{}, true
	}
	return commandSet{}, false
}
