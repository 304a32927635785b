// Label shows what witness said in recordings to a reader, one sentence at a time in random order with the calls around
// it, and writes the reader's words as a file of labels (docs/precision.md).
//
// A reader sees no other reader's words. A second reader gets a part of what the first has read, and how far two
// agree is printed as Cohen's kappa: a figure of one reader alone says how that reader judges.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// rubric is what a reader judges by.
const rubric = `Would a good engineer who watches have said it here, and is what it states true? Read the calls, not the sentence alone.
  r  right: yes      w  wrong: untrue, or the advice is empty, or the user had ordered it, or the agent had said it itself
  u  undecidable: the recording does not tell      enter  later      q  stop
  A rule for unattended work is wrong in a session that a person leads. After the letter write why: "w named in the prompt".
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs label and returns the exit status.
func run(args []string, in io.Reader, out, stderr io.Writer) int {
	flags := flag.NewFlagSet("label", flag.ContinueOnError)
	flags.SetOutput(stderr)
	by := flags.String("by", "", "the `name` of the reader; the labels go to labels.NAME.tsv beside FINDINGS")
	second := flags.String("second", "", "read a fifth of what the reader `NAME` has labelled")
	before := flags.Int("before", 20, "how many `events` before a sentence are shown")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: label -by NAME [-second NAME] [-before N] FINDINGS, the output of witness replay --format ndjson; without -by it prints how far the readers agree")
		flags.PrintDefaults()
	}
	if flags.Parse(args) != nil || flags.NArg() != 1 || strings.ContainsAny(*by+*second, "/\\") {
		flags.Usage()
		return 2
	}
	dir := filepath.Dir(flags.Arg(0))
	err := errors.New("-second needs -by, the name of the second reader")
	switch {
	case *by != "":
		err = read(flags.Arg(0), *by, *second, *before, in, out)
	case *second == "":
		err = agreements(dir, out)
	}
	if err != nil {
		fmt.Fprintln(stderr, "label:", err)
		return 1
	}
	return 0
}

// A finding is what a line of a replay says.
type finding struct {
	Path, Agent, Rule, Severity, Message string
	Line                                 int
}

// A place is what a label is about. Several sentences of a rule at a line are judged together.
type place struct {
	session, rule string
	line          int
}

// place returns the place of a finding. A session is named by its recording.
func (f finding) place() place {
	name := filepath.Base(f.Path)
	return place{strings.TrimSuffix(strings.TrimSuffix(name, ".jsonl"), ".json"), f.Rule, f.Line}
}

// read asks the reader for a word on each finding that is left, and appends it to the reader's labels.
func read(path, by, second string, before int, in io.Reader, out io.Writer) error {
	list, err := findings(path)
	if err != nil {
		return err
	}
	own := filepath.Join(filepath.Dir(path), "labels."+by+".tsv")
	done, err := labelsOf(own)
	if err != nil {
		return err
	}
	if second != "" {
		first, err := labelsOf(filepath.Join(filepath.Dir(path), "labels."+second+".tsv"))
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(f finding) bool { return first[f.place()] == "" })
	}
	seed := fnv.New64a()
	io.WriteString(seed, by)
	random := rand.New(rand.NewPCG(seed.Sum64(), 1))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if second != "" {
		list = list[:(len(list)+4)/5]
	}
	left := slices.DeleteFunc(list, func(f finding) bool { return done[f.place()] != "" })
	file, err := os.OpenFile(own, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	fmt.Fprint(out, rubric)
	answers := bufio.NewScanner(in)
	for i, f := range left {
		fmt.Fprintf(out, "\n== %d of %d\n", i+1, len(left))
		if err := show(out, f, before); err != nil {
			return err
		}
		word, reason, ok := ask(answers, out)
		if !ok {
			break
		}
		if p := f.place(); word != "" {
			if _, err := fmt.Fprintf(file, "%s\t%d\t%s\t%s\t%s\n", p.session, p.line, p.rule, word, reason); err != nil {
				return err
			}
		}
	}
	return file.Close()
}

// ask returns the reader's word and reason, no word for later, and false to stop.
func ask(answers *bufio.Scanner, out io.Writer) (word, reason string, ok bool) {
	for {
		fmt.Fprint(out, "r, w, u, enter or q: ")
		if !answers.Scan() {
			return "", "", false
		}
		letter, reason, _ := strings.Cut(strings.TrimSpace(answers.Text()), " ")
		word, known := map[string]string{"r": "right", "w": "wrong", "u": "undecidable", "": ""}[letter]
		if known || letter == "q" {
			return word, strings.ReplaceAll(reason, "\t", " "), known
		}
	}
}

// findings reads the output of a replay, one finding for each place.
func findings(path string) (list []finding, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	seen := map[place]bool{}
	n := 0
	for line := range bytes.Lines(text) { // none if nothing was found
		var f finding
		if n++; json.Unmarshal(line, &f) != nil {
			return nil, fmt.Errorf("%s:%d is no line of witness replay --format ndjson", path, n)
		}
		if f.Rule != "" && !seen[f.place()] {
			seen[f.place()] = true
			list = append(list, f)
		}
	}
	return list, nil
}

// labelsOf reads a file of labels. One that does not exist yet has none.
func labelsOf(path string) (map[place]string, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	labels := map[place]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) < 4 || strings.HasPrefix(line, "#") {
			continue
		}
		if n, err := strconv.Atoi(cells[1]); err == nil {
			labels[place{cells[0], cells[2], n}] = cells[3]
		}
	}
	return labels, nil
}
