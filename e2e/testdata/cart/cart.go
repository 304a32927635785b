package cart

func Total(cents, percent int) int { return cents * (100 - percent) / 100 }
