-- The runs of tests, by programs as globs, that write what the tests expect anew: with a flag, or with a
-- variable that begins so. The -u of mocha is another flag.

SELECT column1 AS program, column2 AS word
FROM  (VALUES ('*jest*', '-u'), ('*vitest*', '-u'), ('*playwright*', '-u'), ('npm *', '-u'), ('pnpm *', '-u'),
              ('yarn*', '-u'), ('bun *', '-u'), ('*', '--update'), ('*', '--updateSnapshot'),
              ('*', '--update-snapshot'), ('*', '--update-snapshots'), ('*', '--snapshot-update'),
              ('*', '--update-goldens'), ('*', '--update-golden'), ('*', '--force-regen'),
              ('*', '--inline-snapshot=fix'), ('go test', '-update'), ('go test', '-golden'), ('*', 'UPDATE'),
              ('*', 'INSTA_UPDATE=always'), ('*', 'SNAPSHOT_UPDATE'),
              ('*', 'REGENERATE'), ('cargo insta', 'accept'), ('cargo insta', 'review'), ('cargo insta', '--accept'))
