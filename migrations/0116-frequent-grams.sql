-- The grams that most words of the account have, the most frequent first, as of the last comparison. A search reads the
-- words of the rarer grams of what was typed, and looks in those words for the frequent ones. Which ones are meant changes
-- only what a search costs, so a null or an old list finds the same.
alter table name_words add column frequent_grams text[] collate "C";
