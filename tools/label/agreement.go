package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// agreements prints how far each two readers of a directory agree on what both have read.
func agreements(dir string, out io.Writer) error {
	paths, err := filepath.Glob(filepath.Join(dir, "labels.*.tsv"))
	if err != nil {
		return err
	}
	for i, a := range paths {
		for _, b := range paths[i+1:] {
			one, err := labelsOf(a)
			if err != nil {
				return err
			}
			other, err := labelsOf(b)
			if err != nil {
				return err
			}
			both, same, kappa := agreement(one, other)
			fmt.Fprintf(out, "%s and %s: %d of %d labels agree, kappa %.2f\n", reader(a), reader(b), same, both, kappa)
		}
	}
	if len(paths) < 2 {
		return fmt.Errorf("%s has the labels of %d readers; two are needed", dir, len(paths))
	}
	return nil
}

// reader returns the name of the reader of a file of labels.
func reader(path string) string {
	return strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "labels."), ".tsv")
}

// agreement returns how many places two readers have labelled, on how many they agree, and Cohen's kappa: how far they agree beyond
// chance, 1 for always and 0 for as often as two who guess by their own habits.
func agreement(one, other map[place]string) (both, same int, kappa float64) {
	of, and := map[string]float64{}, map[string]float64{}
	for p, word := range one {
		if other[p] == "" {
			continue
		}
		both++
		of[word]++
		and[other[p]]++
		if word == other[p] {
			same++
		}
	}
	if both == 0 {
		return 0, 0, 0
	}
	n, chance := float64(both), 0.0
	for word, count := range of {
		chance += count / n * and[word] / n
	}
	if chance == 1 {
		return both, same, 1
	}
	return both, same, (float64(same)/n - chance) / (1 - chance)
}
