-- Which member made a machine client, and each of its secrets. Null if the operator did, or an older release.
alter table machine_client add column made_by public_id;
alter table machine_secret add column made_by public_id;

-- How many emails about one kind of change the owners of an account got on one day (UTC).
create table owner_notice (
  account_id public_id not null references account (id) on delete cascade,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (account_id, kind, day)
);
alter table owner_notice enable row level security;
alter table owner_notice force row level security;
create policy own_account on owner_notice to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on owner_notice to timbre_app;

-- Whether members act for an account only after signing in with a passkey; what the authorization server knows of
-- accounts in other regions; and whether a grant was made in a session that a passkey opened.
alter table account add column require_passkey boolean not null default false;
grant select (require_passkey) on account to timbre_system;
alter table directory_account add column require_passkey boolean not null default false;
alter table app_grant add column by_passkey boolean not null default false;

-- What people see of their sessions: the browser, and which grants of the dashboard came from it. Both are null for
-- sessions from before this release.
alter table person_session
  add column agent text,
  add column dashboard_mark text;

-- Links that can still be used, over all people of an account.
create index invite_usable on invite (account_id, expires_at)
  where superseded_at is null and revoked_at is null;
