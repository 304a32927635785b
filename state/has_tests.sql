-- Notes that the project `:root` has tests.

INSERT INTO trees (root, tests) VALUES (:root, 1) ON CONFLICT (root) DO UPDATE SET tests = 1;
