-- The test files that could not be loaded and the packages that were not built although some of their tests are known
-- to fail already: such a crash is not a further failure. For Rust, the crate is named, which is the suite of its tests.

SELECT c.session, c.root, c.tool, c.suite, c.test
FROM   failing c
WHERE  c.test <> ''
  AND  (c.test = c.file OR c.suite <> '' AND c.test GLOB '[[]*]' OR c.suite = '' AND c.language = 'rust')
  AND  EXISTS (SELECT 1 FROM failing o
               WHERE  o.session = c.session AND o.root = c.root AND o.test <> c.test AND o.test <> ''
                 AND  o.test NOT GLOB '[[]*]'
                 AND  CASE WHEN c.test GLOB '[[]*]' THEN o.suite = c.suite
                           WHEN c.test = c.file    THEN o.file = c.file AND o.test <> o.file
                           ELSE o.suite = c.test END)
