let sample = 1
