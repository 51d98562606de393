-- Codes with which people get back to their results after their link has ended. A code belongs to the link it was asked
-- for with, goes where that link was sent, and is worthless without the attempt, which only the asking browser has.
create table results_code (
  account_id public_id not null references account (id) on delete cascade,
  attempt_hash bytea not null,
  profile_id public_id not null,
  invite_id public_id not null,
  code_mac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, attempt_hash),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index results_code_profile on results_code (account_id, profile_id, created_at desc);
create index results_code_created on results_code (created_at);

alter table results_code enable row level security;
alter table results_code force row level security;
create policy own_account on results_code to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on results_code to timbre_app;

-- The service itself removes codes after a day, until which they count; it sees when they were made, and nothing else.
create policy over on results_code to timbre_system using (true);
grant select (created_at), delete on results_code to timbre_system;
