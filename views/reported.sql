-- What the user has reported with the last prompt (facts.d/reports): failure; or build, of a compiler, linter or build, which
-- a check shows to be gone.

SELECT label FROM labels WHERE session = :session AND kind = 'reports' AND t = (SELECT began FROM turn)
