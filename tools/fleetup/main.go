// Up starts rqlite servers on this machine until it is interrupted: `just fleet-up` one at port 4001, `just fleet-up 3` three.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"witness/internal/rqlited"
)

func main() {
	log.SetFlags(0)
	nodes := flag.Int("nodes", 1, "how many servers")
	port := flag.Int("port", 4001, "the port of the first one")
	dir := flag.String("dir", "", "the folder of their data, instead of one in the user's folder for caches")
	flag.Parse()
	if err := run(*nodes, *port, *dir); err != nil {
		log.Fatal(err)
	}
}

func run(nodes, port int, dir string) error {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		dir = filepath.Join(cache, "witness-fleet", fmt.Sprintf("%d-at-%d", nodes, port))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Println("Building rqlited, the first time for a minute.")
	program, err := rqlited.Build(ctx)
	if err != nil {
		return err
	}
	cluster, err := rqlited.Start(program, dir, nodes, rqlited.Options{Port: port})
	if err != nil {
		return err
	}
	defer cluster.Kill()
	fmt.Print("The server runs; its data are in ", dir, ". Ctrl-C ends it. Set it up:\n\n    witness fleet init")
	for _, n := range cluster.Nodes {
		fmt.Print(" ", n.URL)
	}
	fmt.Println()
	<-ctx.Done()
	return nil
}
