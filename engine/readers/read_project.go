package readers

import (
	"context"
	"slices"

	"witness/engine/bundle"
	"witness/engine/facts"
)

// ReadProject reads an output again, with the readers of the project, and returns what was not found
// without them. c is a call that Read has returned found for. The SQL of a project must run outside of any
// write transaction, and after what witness itself found is recorded.
func (s *Set) ReadProject(ctx context.Context, c *facts.Call, found Found) Found {
	in := reading{Set: s, ctx: ctx, c: c, bigrams: bigramsOf(c.Output)}
	in.read()
	var more Found
	next := found.nextRun()
	for _, run := range in.Runs {
		if !slices.ContainsFunc(found.Runs, run.sameAs) {
			run.N = next
			more.Runs = append(more.Runs, run)
			next++
		}
	}
	for _, change := range in.Changes {
		if !slices.Contains(found.Changes, change) {
			more.Changes = append(more.Changes, change)
		}
	}
	return more
}

// sameAs reports whether two readings of one output found the same run.
func (r Run) sameAs(o Run) bool {
	return r.Command == o.Command && r.Tool == o.Tool && r.Kind == o.Kind && r.How == o.How && r.Outcome == o.Outcome && r.Named == o.Named && len(r.Items) == len(o.Items)
}

// isProjects reports whether a reader is a file of the project: anybody may have written it. The SQL of
// such a reader is run after that of all others.
func isProjects(f *bundle.File) bool { return f.Origin == "project" }

// asked returns those of a list of readers that are run.
func (in *reading) asked(list []*bundle.File) []*bundle.File {
	if in.own {
		return slices.DeleteFunc(slices.Clone(list), isProjects)
	}
	return list
}

// leavesOut reports whether a command is left to a reader of the project, which lists it.
func (in *reading) leavesOut(cmd facts.Command) bool {
	f := in.named(cmd.Runner)
	return in.own && f != nil && isProjects(f)
}

// concernsProject reports whether a reader of the project may find something in the output.
func (in *reading) concernsProject() bool {
	in.load()
	for _, f := range in.others {
		if !isProjects(f) || !in.decode(f) {
			continue
		}
		if len(f.Contains)+len(f.Commands)+len(f.Tasks) == 0 || slices.ContainsFunc(f.Contains, in.bigrams.contain) {
			return true
		}
		if slices.ContainsFunc(in.c.Commands, func(cmd facts.Command) bool {
			return cmd.Runner == f.Name || slices.Contains(in.Changing(cmd), f) || slices.Contains(in.listing(cmd.Name), f)
		}) {
			return true
		}
	}
	return false
}

// mayChange reports whether a reader of the project lists a command of the line as one that changes the
// tree.
func (in *reading) mayChange() bool {
	return slices.ContainsFunc(in.c.Commands, func(cmd facts.Command) bool {
		return !cmd.Inert && slices.ContainsFunc(in.Changing(cmd), isProjects)
	})
}
