-- The authorization server: people who sign in, the apps they let in, what an app was granted, and what was taken
-- back. People, apps and records of the protocol belong to the installation and to no account, so only
-- timbre_system sees them; grants and revocations belong to the account they concern.

-- Somebody who signs in. One person may be a member of many accounts, in any region.
create table person (
  id public_id primary key,
  email text not null,
  created_at timestamptz not null,
  last_signed_in_at timestamptz
);
create unique index person_email on person (email);

-- A browser in which somebody is signed in.
create table person_session (
  token_hash bytea primary key,
  person_id public_id not null references person (id) on delete cascade,
  method text not null check (method in ('code', 'passkey')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index person_session_person on person_session (person_id);
create index person_session_expiry on person_session (expires_at);

-- A code that was asked for. It has only a million values, so it is kept as an HMAC under SECRET_KEY, and it counts
-- only together with the attempt, which the browser that asked holds. Addresses that belong to nobody have rows too.
create table sign_in_code (
  attempt_hash bytea primary key,
  email text not null,
  code_mac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_code_expiry on sign_in_code (expires_at);

create table passkey (
  credential_id text primary key,
  person_id public_id not null references person (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  device_type text not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

create table passkey_challenge (
  challenge_hash bytea primary key,
  -- Null at sign-in, where it is not known yet who asks.
  person_id public_id references person (id) on delete cascade,
  purpose text not null check (purpose in ('registration', 'sign-in')),
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- Apps: registered by the operator, or registered by themselves. Apps that are described by a document at their
-- own address (client-ID metadata documents) have no row.
create table oauth_client (
  client_id text primary key,
  kind text not null check (kind in ('registered', 'dynamic')),
  name text not null,
  metadata jsonb not null,
  secret_hash bytea,
  created_at timestamptz not null,
  -- When somebody last let it in; those that nobody lets in are removed.
  last_used_at timestamptz
);
create index oauth_client_unused on oauth_client (created_at) where kind = 'dynamic' and last_used_at is null;

-- What the protocol keeps between two requests: codes, refresh tokens, sessions of the flow, registration tokens.
-- Keys that are secrets are kept as SHA-256 and stand nowhere in the payload.
create table oauth_record (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  uid_hash bytea,
  -- One use is one statement: whoever sets this first has used it.
  consumed_at timestamptz,
  uses integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oauth_record_grant on oauth_record (grant_id) where grant_id is not null;
create index oauth_record_uid on oauth_record (model, uid_hash) where uid_hash is not null;
create index oauth_record_expiry on oauth_record (expires_at);

-- What one person let one app do in one account: made by each consent, ended by its revocation. The account may
-- live in another region, so nothing here refers to its row.
create table app_grant (
  account_id public_id not null,
  id public_id not null,
  person_id public_id not null references person (id) on delete cascade,
  region text not null,
  member_id public_id not null,
  client_id text not null,
  app_name text not null,
  redirect_host text not null,
  scopes text[] not null,
  -- As the protocol keeps it.
  payload jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  -- The request that this consent answered: one consent is one grant, however often its form is sent.
  request_hash bytea not null,
  primary key (account_id, id)
);
create unique index app_grant_id on app_grant (id);
create unique index app_grant_request on app_grant (request_hash);
create index app_grant_person on app_grant (person_id, created_at desc);
create index app_grant_client on app_grant (client_id) where revoked_at is null;
create index app_grant_member on app_grant (account_id, member_id) where revoked_at is null;

-- What must be refused although its signature is good: grants (by `gid`) and single tokens (by `jti`). It stands in
-- the account's home region, where every request asks for it, until everything it could concern has expired.
create table revocation (
  account_id public_id not null references account (id) on delete cascade,
  kind text not null check (kind in ('grant', 'token')),
  id text not null,
  revoked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, kind, id)
);
create index revocation_expiry on revocation (expires_at);

-- Members are invited, and act for the account only once they have accepted: nobody is put into an account that
-- they could mistake for their own. Those from before were added by the operator.
alter table member add column invited_by public_id;
alter table member add column accepted_at timestamptz;
-- Until when an invitation can be accepted; null once it was.
alter table member add column invitation_expires_at timestamptz;
alter table member no force row level security;
update member set accepted_at = created_at;
alter table member force row level security;

-- Letters to people who sign in belong to no account.
alter table outbox drop constraint outbox_pkey;
alter table outbox alter column account_id drop not null;
alter table outbox add primary key (id);
grant insert on outbox to timbre_system;
alter table mailbox_message drop constraint mailbox_message_pkey;
alter table mailbox_message alter column account_id drop not null;
alter table mailbox_message add primary key (id);
create unique index mailbox_message_once_nobody on mailbox_message (message_id) where account_id is null;
create policy mailbox_delivery on mailbox_message for insert to timbre_system with check (account_id is null);
grant insert on mailbox_message to timbre_system;
-- They are removed after a day, and nothing else is.
create policy only_of_nobody on outbox as restrictive for delete to timbre_system using (account_id is null);
grant delete on outbox to timbre_system;
create policy mailbox_removal on mailbox_message for delete to timbre_system using (account_id is null);
grant delete on mailbox_message to timbre_system;
create index outbox_nobody on outbox (done_at) where account_id is null;
create index mailbox_message_nobody on mailbox_message (created_at) where account_id is null;
create index member_of on member (email);

-- How many codes went to one address in a day, strangers' addresses too; only these counts are the system's.
alter table message_tally drop constraint message_tally_kind_check;
alter table message_tally add constraint message_tally_kind_check
  check (kind in ('number', 'range', 'account', 'address', 'sign-in', 'sign-in-elsewhere'));
create policy sign_in on message_tally to timbre_system
  using (kind like 'sign-in%') with check (kind like 'sign-in%');
grant select, insert, update, delete on message_tally to timbre_system;

alter table signing_key add column retired_at timestamptz;
create unique index signing_key_one_next on signing_key (state) where state = 'next';
grant delete on signing_key to timbre_system;

do $$
declare
  tablename text;
begin
  foreach tablename in array array['person', 'person_session', 'sign_in_code', 'passkey', 'passkey_challenge',
    'oauth_client', 'oauth_record', 'app_grant', 'revocation']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy installation on %I to timbre_system using (true) with check (true)', tablename);
    execute format('grant select, insert, update, delete on %I to timbre_system', tablename);
  end loop;
  foreach tablename in array array['app_grant', 'revocation']
  loop
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
    execute format('grant select, insert, update, delete on %I to timbre_app', tablename);
  end loop;
end
$$;

-- Which accounts somebody who signs in acts for.
create policy sign_in on member for select to timbre_system using (true);
grant select on member to timbre_system;
grant select (name, paused) on account to timbre_system;

-- Regions. Each keeps what it must know of the others when they cannot be reached: their signing keys as last
-- published, and how far it has heard the authorization server.
create table region_keys (
  zone text primary key,
  jwks jsonb not null,
  fetched_at timestamptz not null
);

create table region_cursor (
  -- Whose messages: the address of the authorization server.
  source text primary key,
  seq bigint not null,
  heard_at timestamptz not null
);

-- What was heard, so that a message that comes again changes nothing.
create table region_heard (
  account_id public_id not null references account (id) on delete cascade,
  message_id public_id not null,
  heard_at timestamptz not null,
  primary key (account_id, message_id)
);
create index region_heard_at on region_heard (heard_at);

-- That an account or its members changed, and whether the authorization server knows. The version is the time of
-- the change in milliseconds, or more, so that it also grows over a database that was restored.
create table directory_change (
  account_id public_id primary key references account (id) on delete cascade,
  version bigint not null,
  told_version bigint not null default 0
);
create index directory_change_due on directory_change (version) where version > told_version;

-- What the authorization server was told: the accounts and members of other regions. It lists no account of its own.
create table directory_account (
  account_id public_id primary key,
  zone text not null,
  name text not null,
  paused boolean not null,
  version bigint not null
);
create index directory_account_zone on directory_account (zone, account_id);

create table directory_member (
  account_id public_id not null references directory_account (account_id) on delete cascade,
  member_id public_id not null,
  email text not null,
  role text not null,
  is_accepted boolean not null,
  primary key (account_id, member_id)
);
create index directory_member_email on directory_member (email);

-- What the authorization server tells a region. The row of the feed is held until the end of the transaction that
-- takes a number, so that numbers become visible in their order and a reader can skip none.
create table region_feed (
  zone text primary key,
  last_seq bigint not null,
  acknowledged_seq bigint not null default 0
);

create table region_message (
  zone text not null references region_feed (zone),
  seq bigint not null,
  id public_id not null,
  account_id public_id not null,
  message jsonb not null,
  created_at timestamptz not null,
  primary key (zone, seq)
);
create index region_message_age on region_message (created_at);
create index region_message_account on region_message (zone, account_id);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['region_keys', 'region_cursor', 'directory_account', 'directory_member',
    'region_feed', 'region_message', 'region_heard', 'directory_change']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy installation on %I to timbre_system using (true) with check (true)', tablename);
    execute format('grant select, insert, update, delete on %I to timbre_system', tablename);
  end loop;
  foreach tablename in array array['region_heard', 'directory_change']
  loop
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
    execute format('grant select, insert, update on %I to timbre_app', tablename);
  end loop;
end
$$;
