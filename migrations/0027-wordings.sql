-- The wording of the questions in which a sitting began, and with which it ends. Until now there was one.
alter table sitting add column wording integer not null default 1;
