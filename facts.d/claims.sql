-- What an agent says at the end of its turn about tests.
--
-- Only plain statements count: a wish, a condition, a plan, a part of the tests and what the user should do are none.

--- into     = "labels"
--- reads    = ["message"]
--- contains = ["pass", "Pass", "green", "Green", "succeed"]
---
--- line.hedged       = '(?i).*(?:\b(?:should|would|could|may|might|will|if|once|when|until|unless|after you|make sure|ensure|verify|please|expect|let me|need to|must|to be|not|no|never|fail\w*|except|without|didn.t|couldn.t|can.t|cannot|haven.t|hasn.t|previously|before|was|were|used to|some|most|partly|CI)\b|\?).*'
--- label.tests_pass  = '(?i).*(?:\ball (?:\d[\d,]* )?(?:\w+ ){0,2}tests? (?:now |still |are )?(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\bthe (?:\w+ ){0,2}tests? (?:suite )?(?:now |still |all )?(?:pass(?:es|ed)?|(?:is|are) (?:now |all )?(?:passing|green))\b|\btests? (?:all |now )?pass(?:es|ed|ing)?[.!]?\s*$|[✅✓] ?(?:all )?tests? pass(?:es|ed|ing)?\b|\btests?: [✅✓] ?pass(?:es|ed|ing)?\b).*'
