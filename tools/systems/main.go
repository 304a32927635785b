// Systems checks that the packages of a module, and their tests, compile on other systems: it reads them and all that they
// import as their sources, and checks the types. A build for each system says the same in ten times the time, most of which
// goes into machine code that nobody runs.
//
//	go run ./systems [-C DIR] darwin/arm64 windows/amd64
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("C", ".", "the module's `folder`")
	flag.Parse()
	for _, system := range flag.Args() {
		if err := check(*dir, system); err != nil {
			log.Fatalf("%s: %v", system, err)
		}
	}
}

// check type-checks all packages of a module for a system, such as windows/amd64.
func check(dir, system string) error {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return errors.New("want a system and a processor, such as windows/amd64")
	}
	list, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: dir, Tests: true,
		Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return err
	}
	wrong := 0
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			fmt.Fprintln(os.Stderr, err)
			wrong++
		}
	})
	if wrong > 0 {
		return fmt.Errorf("%d errors", wrong)
	}
	fmt.Printf("%s: %d packages\n", system, len(list))
	return nil
}
