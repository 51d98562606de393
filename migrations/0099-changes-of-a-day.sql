-- How many audit entries requests with a token have written on a day (UTC). Counted where their transactions write the head
-- anyway, so that nothing has to be counted later.
alter table audit_head add column changes_day date;
alter table audit_head add column changes_today integer not null default 0;
