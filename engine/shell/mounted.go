package shell

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// runFlags are the flags of docker run whose value is the next word.
const runFlags = "-a --attach -c --cpu-shares -e --env -h --hostname -l --label -m --memory -p --publish -u --user -v --volume -w --workdir --add-host --blkio-weight" +
	" --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile --cpus --cpuset-cpus --device --dns --domainname --entrypoint --env-file --expose --gpus --group-add" +
	" --health-cmd --health-interval --health-retries --health-timeout --ip --ipc --isolation --label-file --link --log-driver --log-opt --mac-address --memory-swap" +
	" --mount --name --net --network --network-alias --pid --pids-limit --platform --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout" +
	" --storage-opt --sysctl --tmpfs --ulimit --userns --uts --volume-driver --volumes-from"

// mount is a folder or file of this machine that a container may write, and where it is there.
type mount struct{ from, to string }

// A contained is the command that docker run starts in a container which has folders of this machine, and what surrounds it there.
type contained struct {
	words []field
	env   *env
	scope scope
}

// mounted returns the command that docker run starts in a container which has folders of this machine: what it does in these is
// done here. Names of other files mean files of the container, so that they are made unknown. It returns false if nothing is mounted.
func mounted(p program, e *env, sc scope) (contained, bool) {
	if !slices.Contains([]string{"docker run", "podman run", "nerdctl run", "docker compose run"}, p.name) || sc.container || sc.nested >= maxNested {
		return contained{}, false
	}
	i := skipFlags(p.args, 0, runFlags)
	if i >= len(p.args) {
		return contained{}, false
	}
	flags, image, words := slices.Clone(p.args[:i]), p.args[i].arg(), slices.Clone(p.args[i+1:])
	for i, f := range flags {
		if isCluster(f.text) { // -itv .:/src
			flags[i].text = "-" + f.text[len(f.text)-1:]
		}
	}
	mounts := mountsOf(flags, p.dir)
	if len(mounts) == 0 {
		return contained{}, false
	}
	if program, ok := flagValue(flags, "--entrypoint"); ok {
		words = append([]field{program}, words...)
	} else if program, ok := strings.CutPrefix(image, "alpine/"); ok { // these images start the program that they are named for
		program, _, _ = strings.Cut(program, ":")
		words = append([]field{{text: program}}, words...)
	}
	if len(words) == 0 {
		return contained{}, false
	}
	for i := range words {
		words[i].text = hostPaths(words[i].text, mounts)
	}
	inner := e.clone()
	inner.dir = ""
	if dir, ok := flagValue(flags, "-w --workdir"); ok {
		inner.dir = resolve("", field{text: hostPaths(dir.text, mounts)})
	}
	inner.setUnknown("HOME")
	sc.nested++
	sc.input, sc.external = nil, true
	sc.assigns = append(slices.Clip(sc.assigns), environmentOf(flags)...)
	sc.settings = append(slices.Clip(sc.settings), "container="+image)
	return contained{words, inner, sc.wrappedBy(p.name)}, true
}

// mountsOf returns the folders that flags of docker run mount so that they can be written, those deeper in the container first.
func mountsOf(flags []field, dir string) (mounts []mount) {
	add := func(from, to string, options string) {
		if from = resolve(dir, field{text: from}); from != "" && strings.HasPrefix(to, "/") && !strings.ContainsAny(from, " '\"$`\\*?") &&
			!slices.Contains(strings.Split(options, ","), "ro") && !slices.Contains(strings.Split(options, ","), "readonly") {
			mounts = append(mounts, mount{strings.TrimSuffix(from, "/"), strings.TrimSuffix(path.Clean(to), "/")})
		}
	}
	for _, v := range flagValues(flags, "-v --volume") {
		parts := strings.SplitN(v.text, ":", 3)
		if len(parts) > 1 && parts[0] != "" && strings.Contains("/.", parts[0][:1]) { // what has no slash is the name of a volume
			add(parts[0], parts[1], strings.Join(parts[2:], ","))
		}
	}
	for _, v := range flagValues(flags, "--mount") {
		set := map[string]string{}
		for part := range strings.SplitSeq(v.text, ",") {
			name, value, _ := strings.Cut(part, "=")
			set[name] = value
		}
		if _, readOnly := set["readonly"]; set["type"] == "bind" && !readOnly {
			add(set["source"]+set["src"], set["target"]+set["dst"]+set["destination"], "")
		}
	}
	slices.SortStableFunc(mounts, func(a, b mount) int { return len(b.to) - len(a.to) })
	return mounts
}

// containerPath matches an absolute path, one below the home, or one that leads out of its folder, in a word or in code.
var containerPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[\s"'=,;|&(<>` + "`" + `])(~|/|\.\.)([\w./@+*?\[\]{},-]*)`)
})

// hostPaths returns a word of a command in a container with the paths that its mounts have on this machine, and all others unknown.
func hostPaths(text string, mounts []mount) string {
	return containerPath().ReplaceAllStringFunc(text, func(found string) string {
		parts := containerPath().FindStringSubmatch(found)
		at := parts[2] + parts[3]
		for _, m := range mounts {
			if rest, ok := strings.CutPrefix(at, m.to); ok && parts[2] == "/" && (rest == "" || rest[0] == '/') {
				return parts[1] + m.from + rest
			}
		}
		return parts[1] + unknownMark + parts[3]
	})
}

// environmentOf returns the variables that flags of a container set.
func environmentOf(flags []field) (assigns []string) {
	for _, set := range flagValues(flags, "-e --env") {
		if strings.Contains(set.text, "=") {
			assigns = append(assigns, asSource(set.text))
		}
	}
	return assigns
}
