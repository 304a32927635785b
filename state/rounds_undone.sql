-- Takes a file whose edits were undone out of the rounds without progress: `:manner` is undo if an edit made it what
-- it was, restore if version control did. The parameters are the columns of the touch.

UPDATE rounds SET dirty = 0 WHERE :manner = 'undo' AND session = :session AND path = :path;
DELETE FROM rounds WHERE :manner = 'restore' AND session = :session AND path = :path;
