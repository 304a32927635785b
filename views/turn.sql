-- The turn: the tick of the user's last prompt, 0 if there was none.

SELECT coalesce((SELECT prompted FROM sessions WHERE session = :session), 0) AS began
