package engine

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxUpward is how many references between two files of this package may run up.
const maxUpward = 5

// TestLayers checks that the files of this package stand in layers. A file refers to another if it uses a type, function,
// method, field, variable or constant that the other one declares. The test puts the files in an order in which as few
// references as possible run up, from a file to one above it, and counts those. Files that refer to each other have at least
// one, in whatever order they stand.
func TestLayers(t *testing.T) {
	refs := references(t)
	if len(refs) < 10 {
		t.Fatalf("only %d files were read", len(refs))
	}
	upward := upwardReferences(refs)
	for _, u := range upward {
		t.Log(u)
	}
	if len(upward) > maxUpward {
		t.Errorf("%d references run up, more than %d: a type whose methods stand in files that its own file calls wants to be split, or its fields handed over", len(upward), maxUpward)
	}
}

// TestUpwardReferences checks how references are counted.
func TestUpwardReferences(t *testing.T) {
	for _, c := range []struct {
		refs string
		want int
	}{
		{"a>b b>c a>c", 0},
		{"a>b b>a", 1},
		{"a>b b>c c>a", 1},
		{"a>b b>c c>a b>a c>b", 2}, // in the order c, a, b; with a on top three would run up
		{"a>b b>a c>d d>c a>c", 2},
		{"x>y y>x a>b", 1},
	} {
		refs := map[string]map[string]string{}
		for pair := range strings.FieldsSeq(c.refs) {
			from, to, _ := strings.Cut(pair, ">")
			for _, name := range []string{from, to} {
				if refs[name] == nil {
					refs[name] = map[string]string{}
				}
			}
			refs[from][to] = to
		}
		if got := upwardReferences(refs); len(got) != c.want {
			t.Errorf("%s: got %q, want %d", c.refs, got, c.want)
		}
	}
}

// references returns for each file of this package the other files that it refers to, each with one of the names.
func references(t *testing.T) map[string]map[string]string {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	refs := map[string]map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		refs[path] = map[string]string{}
	}
	// Other packages are not loaded: nothing of them is declared in these files. What is only known with them is an error of
	// the type checker, which goes on.
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: emptyImporter{}, Error: func(error) {}}
	pkg, _ := config.Check("engine", fset, files, info)
	for ident, object := range info.Uses {
		if object.Pkg() != pkg || !declaredOutside(object, pkg) {
			continue
		}
		from, to := fset.Position(ident.Pos()).Filename, fset.Position(object.Pos()).Filename
		if from != to && refs[from][to] <= object.Name() { // any of the names, but always the same one
			refs[from][to] = object.Name()
		}
	}
	return refs
}

// declaredOutside reports whether an object is not local to a function: it stands in the scope of the package, or it is a
// method or a field.
func declaredOutside(object types.Object, pkg *types.Package) bool {
	if object.Parent() == pkg.Scope() {
		return true
	}
	switch object := object.(type) {
	case *types.Func:
		return object.Signature().Recv() != nil
	case *types.Var:
		return object.IsField()
	}
	return false
}

// An emptyImporter has only packages without content.
type emptyImporter struct{}

// Import returns an empty package.
func (emptyImporter) Import(path string) (*types.Package, error) {
	pkg := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	pkg.MarkComplete()
	return pkg, nil
}

// upwardReferences returns the references that run up in an order of the files in which there are as few as possible. Only
// files that lead back to themselves matter; for these all orders are tried, from the bottom up: the fewest of a set of files
// are those of the set without its uppermost file, and those that lead from the rest to that.
func upwardReferences(refs map[string]map[string]string) (list []string) {
	files := circular(refs)
	if len(files) > 22 {
		return []string{fmt.Sprintf("%d files lead back to themselves: %s", len(files), strings.Join(files, ", "))}
	}
	fewest, top := make([]int, 1<<len(files)), make([]int, 1<<len(files))
	for set := 1; set < len(fewest); set++ {
		fewest[set] = 1 << 20
		for i, name := range files {
			if set&(1<<i) == 0 {
				continue
			}
			up := fewest[set&^(1<<i)]
			for j, below := range files {
				if _, ok := refs[below][name]; ok && j != i && set&(1<<j) != 0 {
					up++
				}
			}
			if up < fewest[set] {
				fewest[set], top[set] = up, i
			}
		}
	}
	for set := len(fewest) - 1; set > 0; set &^= 1 << top[set] {
		above := files[top[set]]
		for j, below := range files {
			if name, ok := refs[below][above]; ok && j != top[set] && set&(1<<j) != 0 {
				list = append(list, below+" refers up to "+above+": "+name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// circular returns the files that lead back to themselves through other files.
func circular(refs map[string]map[string]string) (list []string) {
	for file := range refs {
		reached, next := map[string]bool{}, []string{file}
		for len(next) > 0 {
			from := next[0]
			next = next[1:]
			for to := range refs[from] {
				if !reached[to] {
					reached[to] = true
					next = append(next, to)
				}
			}
		}
		if reached[file] {
			list = append(list, file)
		}
	}
	slices.Sort(list)
	return list
}
