-- Do not write a key into a file that git takes.
--
-- A key in the source or the documentation is in the next commit, and then with everybody who has the repository. It
-- belongs into the environment, or into a file that git ignores. The rule is silent about placeholders, examples, keys
-- for tests, and files outside of every project. In an example of the settings something that looks like a real key
-- counts: people copy it from the real file.

--- severity = "ask"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "This writes what looks like a real key into {file}, which git takes. Read it from the environment instead, or write a placeholder."

SELECT :file AS file
WHERE  :secrets > 0 AND :class <> 'test' AND :via = 'tool' AND :root <> ''
  AND  (:base GLOB '.env*' OR lower(:file) NOT GLOB '*example*' AND lower(:file) NOT GLOB '*sample*'
        AND lower(:file) NOT GLOB '*template*' AND lower(:file) NOT GLOB '*fixture*')
