-- An account whose people are invented: nothing it sends leaves the installation. Members of the account that made it
-- are its members as well.
alter table account drop constraint account_mode_check;
alter table account add constraint account_mode_check check (mode in ('live', 'demo', 'sandbox'));
-- Profiles refer to the mode of their account, so that no other account can have an invented person.
create unique index account_mode on account (id, mode);

create table sandbox (
  account_id public_id not null references account (id) on delete cascade,
  -- The account of the sandbox itself.
  id public_id not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
alter table sandbox enable row level security;
alter table sandbox force row level security;
create policy own_account on sandbox to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, delete on sandbox to timbre_app;
create unique index sandbox_id on sandbox (id);
-- A sandbox may be deleted by itself, also from the shell.
create policy removal on sandbox to timbre_system using (true);
grant select, delete on sandbox to timbre_system;
