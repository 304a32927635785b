package git

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Run returns what git prints about the repository of a directory, for what its files do not say: a commit may be in a pack. The
// caller bounds its time, and names a command that only reads: others run programs of the repository's choice, as would the monitor
// of its files and the fetching of what a partial clone lacks, which Run turns off.
//
// The variables by which git tells its hooks which repository they are about do not count: an agent that such a hook
// started works in others, too.
func Run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "git", append([]string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never", "-C", dir}, args...)...)
	for _, v := range os.Environ() {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY":
		default:
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	c.WaitDelay = time.Second // a program that git started may hold its output open
	return c.Output()
}
