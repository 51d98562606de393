-- Debriefs to be written because someone has completed, in accounts that want it. Queued with the completion and removed with
-- the text, so that neither a crash nor a restart loses one. It names the profile and nothing of its results.
create table debrief_due (
  account_id public_id not null,
  profile_id public_id not null,
  due_at timestamptz not null,
  -- While a process writes. If it dies, another one takes over afterwards.
  leased_until timestamptz,
  attempts smallint not null default 0,
  primary key (account_id, profile_id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index debrief_due_first on debrief_due (account_id, due_at);
create index debrief_due_leased on debrief_due (account_id) where leased_until is not null;

alter table debrief_due enable row level security;
alter table debrief_due force row level security;
create policy own_account on debrief_due to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on debrief_due to timbre_app;

-- The workers see which profiles wait, in all accounts, and when debriefs of these accounts were written: an account
-- without room in its minute is left alone.
create policy work on debrief_due to timbre_system using (true) with check (true);
grant select on debrief_due to timbre_system;
grant update (leased_until, attempts) on debrief_due to timbre_system;
create policy work on debrief_generation for select to timbre_system using (true);
grant select (account_id, at) on debrief_generation to timbre_system;
