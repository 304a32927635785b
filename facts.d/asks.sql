-- That an agent's message ends with a question for the user, or offers a choice: whether to go on, which way, or what is meant. A question
-- that the agent answers itself, further up in the message, is none.

--- into     = "labels"
--- reads    = ["message"]
--- contains = ["?"]
---
--- label.user = '(?i).*\b(?:(?:should|shall|may|can) (?:i|we)|(?:do|would|could|can|will|did) you|(?:are|is) (?:you|that|this|it) (?:ok|okay|fine|right|what|sure|happy)|want me to|like me to|which (?:one|option|way|of)|what would you|what should i|how would you|ready (?:for|to)|(?:go|move) ahead|proceed|sound (?:good|right)|ok(?:ay)? (?:to|with|if)|your (?:choice|call|preference|thoughts))\b[^?]*\?["*_)\s]*$'
