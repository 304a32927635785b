// Package deeds determines what a simple command would do that is no change of a file it names: which work it
// discards, what it pushes, which processes it ends, what it sends to other machines, which foreign code it runs, and what
// it drops, releases or alters elsewhere.
//
// It knows the words of the line alone. Read deed.go for the list of deeds. options.go and its table turn the words of a
// command into named options and operands, so that no other file looks at bundles such as -rf, at values or at "--". A deed of
// programs that are many and alike is a row of effects.txt.
//
// A new spelling usually needs one line of a table. The tests are tables, too: add a line to testdata.
package deeds
