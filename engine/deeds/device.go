package deeds

import (
	"path"
	"strings"

	"witness/engine/shell"
)

// devices are globs of the files that are a whole disk or a part of it, or the memory.
var devices = []string{
	"/dev/sd*", "/dev/nvme*", "/dev/hd*", "/dev/vd*", "/dev/xvd*", "/dev/disk*", "/dev/rdisk*", "/dev/disk/*/*", "/dev/mmcblk*",
	"/dev/pmem[0-9]*", "/dev/mapper/*", "/dev/md*", "/dev/dm-*", "/dev/mem",
}

// isDevice reports whether a path is that of a disk.
func isDevice(at string) bool {
	for _, glob := range devices {
		if ok, _ := path.Match(glob, at); ok {
			return true
		}
	}
	return false
}

// device returns what the n-th command of a line writes to a disk.
func device(line shell.Line, n int) (deed string, e Effect) {
	cmd := line.Commands[n]
	if at, ok := strings.CutPrefix(cmd.Filter, "> "); ok && isDevice(at) {
		return "drops", Effect{Of: "disk", What: at}
	}
	writes := false
	o := OptionsOf(cmd)
	words := o.Operands
	switch cmd.Name {
	case "dd":
		words = nil
		for _, w := range cmd.Args {
			if at, ok := strings.CutPrefix(w, "of="); ok {
				words, writes = append(words, at), true
			}
		}
	case "cp":
		words, writes = words[max(0, len(words)-1):], true
	case "tee", "shred", "blkdiscard", "mkswap", "mke2fs", "mkfs":
		writes = true
	case "fdisk", "sfdisk", "parted", "cfdisk", "gdisk":
		writes = !o.Has("list", "dump", "json") && !isOneOf("print", words...)
	case "sgdisk":
		writes = o.Has("zap-all", "zap", "o", "clear", "d", "delete")
	case "wipefs":
		writes = o.Has("all", "offset")
	case "badblocks":
		writes = o.Has("write")
	default:
		writes = strings.HasPrefix(cmd.Name, "mkfs.")
	}
	if writes && !o.DryRun() {
		for _, w := range words {
			if isDevice(w) {
				return "drops", Effect{Of: "disk", What: w}
			}
		}
	}
	return "", Effect{}
}
