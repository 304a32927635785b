-- One row if the user, in the last prompt that says what to do, has forbidden to start the program or its server. They
-- start it themselves, and need not be told that nothing but a check has run.

SELECT n.t
FROM   sessions s
JOIN   words n ON n.session = s.session AND n.t >= s.asked
WHERE  s.session = :session AND n.verb = 'start program' AND n.kind IN ('forbidden', 'negation')
