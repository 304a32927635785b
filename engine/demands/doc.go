// Package demands reads what the texts of a project demand of its agents: AGENTS.md and the like, and the files that say by their
// form what is run at which moment. It takes commands and paths from code alone, and knows a demand by the words around it, which
// are in cues.toml: a moment, a trigger, a negation. An imperative is none: "Run `x`" is a reference. What it cannot say with all
// its conditions it does not say.
package demands
