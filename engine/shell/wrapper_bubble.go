package shell

// unwrapBubble returns the command that bwrap runs in a sandbox. If it binds a folder to its own path, that is the
// folder of this machine; otherwise the sandbox is a container.
func unwrapBubble(argv []field) (wrapped, bool) {
	const (
		one = "--proc --dev --tmpfs --mqueue --dir --chdir --unsetenv --lock-file --sync-fd --uid --gid --hostname --seccomp --add-seccomp-fd --args" +
			" --exec-label --file-label --block-fd --userns-block-fd --info-fd --json-status-fd --userns --userns2 --pidns --cap-add --cap-drop --perms" +
			" --size --argv0 --overlay-src --tmp-overlay --ro-overlay"
		two = "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --setenv --file --bind-data --ro-bind-data --bind-fd --ro-bind-fd --chmod"
	)
	in := wrapped{external: true, container: true}
	i := 1
	for i < len(argv) && isFlag(argv[i].text) {
		switch flag := argv[i].text; {
		case flag == "--":
			in.argv = argv[i+1:]
			return in, true
		case flag == "--chdir" && i+1 < len(argv):
			in.dir = argv[i+1]
			i++
		case flag == "--overlay":
			i += 3
		case has(two, flag):
			if has("--bind --bind-try --dev-bind --dev-bind-try", flag) && i+2 < len(argv) && argv[i+1].text == argv[i+2].text {
				in.container = false
			}
			i += 2
		case has(one, flag):
			i++
		}
		i++
	}
	in.argv = argv[min(i, len(argv)):]
	return in, true
}
