-- How many people may start from a public link; unlimited where it is not set. `starts` counts since this column.
alter table share_link add column max_starts integer;
alter table share_link add column starts integer not null default 0;
