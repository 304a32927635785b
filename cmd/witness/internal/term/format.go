package term

import "fmt"

// A Format is the flags that ask for a format of a command's output. A command names the formats that it has:
//
//	Format term.Format `embed:"" set:"formats=text,json"`
type Format struct {
	Name string `name:"format" enum:"${formats}," default:"" placeholder:"NAME" help:"How to print: ${formats}."`
	JSON bool   `name:"json" help:"The same as --format json."`
}

// AfterApply refuses --json with another format. Kong's own check for flags that exclude each other takes a default for
// a choice.
func (f Format) AfterApply() error {
	if f.JSON && f.Name != "" && f.Name != "json" {
		return fmt.Errorf("--json means --format json, and not --format %s: leave one of them out", f.Name)
	}
	return nil
}

// Chosen returns the name of the format that was asked for, text if none was.
func (f Format) Chosen() string {
	switch {
	case f.JSON:
		return "json"
	case f.Name == "":
		return "text"
	}
	return f.Name
}
