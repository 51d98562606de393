-- Every table belongs to an account and every key begins with it. Row security is forced, so that not even
-- the owner of the tables reads across accounts: timbre_app sees the account named by app.account and
-- timbre_system sees only the few tables that the policies at the end open to it.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

create domain public_id as text check (value ~ '^[0-9a-f]{24}$');

create table account (
  id public_id primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  type text not null default 'organization',
  paused boolean not null default false,
  billing_status text not null default 'active'
    check (billing_status in ('trialing', 'active', 'past_due', 'canceled', 'unpaid')),
  trial_ends_at timestamptz,
  reports_generated integer not null default 0,
  trial_reports_used integer not null default 0,
  preferences jsonb not null default '{}'
);

create table machine_client (
  account_id public_id not null references account (id) on delete cascade,
  client_id text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, client_id)
);

-- A client may hold two live secrets while one is being rotated.
create table machine_secret (
  account_id public_id not null,
  client_id text not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (account_id, client_id, secret_hash),
  foreign key (account_id, client_id) references machine_client (account_id, client_id) on delete cascade
);

-- Signing keys belong to the installation, not to an account; the private half is sealed under SECRET_KEY.
create table signing_key (
  kid text primary key,
  state text not null check (state in ('next', 'active', 'retired')),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null
);
create unique index signing_key_one_active on signing_key (state) where state = 'active';

create table profile (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  email text,
  phone text,
  first_name text,
  last_name text,
  name_key text not null default '' collate "C",
  locale text,
  state text not null check (state in ('pending', 'active')),
  attempt integer not null default 1,
  available_assessments text[] not null,
  completed_assessments text[] not null default '{}',
  is_completed boolean not null default false,
  -- Whether this profile's first completion was counted as a report of the account.
  report_counted boolean not null default false,
  date_started timestamptz,
  date_completed timestamptz,
  disc_style text collate "C",
  quality json,
  -- The profile as the API answers it, ready to be sent; written with every change of the row.
  doc text not null,
  primary key (account_id, id)
);
create unique index profile_email on profile (account_id, email) where email is not null;
create unique index profile_phone on profile (account_id, phone) where phone is not null;
create index profile_newest on profile (account_id, created_at desc, id desc);
create index profile_name on profile (account_id, name_key, id);
create index profile_started on profile (account_id, date_started) where date_started is not null;

-- The words of a name, folded, for search that forgives typing errors.
create table name_token (
  account_id public_id not null,
  token text not null collate "C",
  profile_id public_id not null,
  primary key (account_id, token, profile_id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index name_token_profile on name_token (account_id, profile_id);

create table tag (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  label text not null,
  color text not null check
    (color in ('emerald', 'red', 'yellow', 'orange', 'blue', 'indigo', 'purple', 'pink', 'zinc')),
  primary key (account_id, id)
);

create table profile_tag (
  account_id public_id not null,
  tag_id public_id not null,
  profile_id public_id not null,
  primary key (account_id, tag_id, profile_id),
  foreign key (account_id, tag_id) references tag (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index profile_tag_profile on profile_tag (account_id, profile_id);

create table resource_alias (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resource_type text not null check (resource_type in ('profile', 'tag')),
  resource_id public_id not null,
  consumer_key text not null collate "C",
  primary key (account_id, id)
);
create unique index resource_alias_tuple
  on resource_alias (account_id, resource_type, resource_id, consumer_key);
create index resource_alias_key on resource_alias (account_id, consumer_key);

-- One taking of one assessment within an attempt.
create table sitting (
  account_id public_id not null,
  profile_id public_id not null,
  attempt integer not null,
  assessment text not null check (assessment in ('disc', 'focus', 'core')),
  form text not null,
  form_hash text not null,
  -- The order in which the numbered blocks were shown, for forms that shuffle them.
  item_order integer[],
  date_started timestamptz,
  date_completed timestamptz,
  primary key (account_id, profile_id, attempt, assessment),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);

create table answer (
  account_id public_id not null,
  profile_id public_id not null,
  attempt integer not null,
  assessment text not null,
  item integer not null,
  value jsonb not null,
  -- Given by the browser; the highest one wins, so repeats and late arrivals are harmless.
  seq integer not null,
  answered_at timestamptz not null,
  primary key (account_id, profile_id, attempt, assessment, item),
  foreign key (account_id, profile_id, attempt, assessment)
    references sitting (account_id, profile_id, attempt, assessment) on delete cascade
);

-- Cumulative seconds of one browser session; the greatest report of a session stands.
create table stopwatch (
  account_id public_id not null,
  profile_id public_id not null,
  attempt integer not null,
  assessment text not null,
  session_id text not null,
  active_seconds integer not null,
  idle_seconds integer not null,
  inactive_seconds integer not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, profile_id, attempt, assessment, session_id),
  foreign key (account_id, profile_id, attempt, assessment)
    references sitting (account_id, profile_id, attempt, assessment) on delete cascade
);

create table result (
  account_id public_id not null,
  profile_id public_id not null,
  attempt integer not null,
  assessment text not null,
  form text not null,
  form_hash text not null,
  version text not null,
  -- Core ranks a person's values against each other and has none.
  norm text,
  -- Plain json keeps the order of the scales, which people and charts rely on.
  result json not null,
  created_at timestamptz not null,
  primary key (account_id, profile_id, attempt, assessment),
  foreign key (account_id, profile_id, attempt, assessment)
    references sitting (account_id, profile_id, attempt, assessment) on delete cascade
);

create table invite (
  account_id public_id not null,
  id public_id not null,
  profile_id public_id not null,
  channel text not null check (channel in ('email', 'sms', 'link')),
  -- The address it went to: when the profile's address changes, the link sent to the old one is dead.
  recipient text,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  opened_at timestamptz,
  failed_at timestamptz,
  superseded_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index invite_token on invite (account_id, token_hash);
create index invite_profile on invite (account_id, profile_id, created_at desc);

-- The narrow session that a person opens from a link.
create table take_session (
  account_id public_id not null,
  token_hash bytea not null,
  profile_id public_id not null,
  invite_id public_id not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, token_hash),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade,
  foreign key (account_id, invite_id) references invite (account_id, id) on delete cascade
);

create index take_session_profile on take_session (account_id, profile_id);
create index take_session_invite on take_session (account_id, invite_id);

-- Messages on their way out, written in the transaction that causes them. The content is sealed under
-- SECRET_KEY, because it holds a link that signs somebody in, and is dropped once the message has left.
create table outbox (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  profile_id public_id,
  invite_id public_id,
  message_id text not null,
  content_sealed bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade,
  foreign key (account_id, invite_id) references invite (account_id, id) on delete cascade
);
create index outbox_due on outbox (due_at) where state = 'queued';
create index outbox_profile on outbox (account_id, profile_id);
create index outbox_invite on outbox (account_id, invite_id);

-- Where messages go when no mail server is configured: shown at /dev/mailbox, in the demo only.
create table mailbox_message (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  profile_id public_id,
  channel text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  message_id text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index mailbox_message_once on mailbox_message (account_id, message_id);
create index mailbox_message_profile on mailbox_message (account_id, profile_id);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['machine_client', 'machine_secret', 'profile', 'name_token', 'tag',
    'profile_tag', 'resource_alias', 'sitting', 'answer', 'stopwatch', 'result', 'invite', 'take_session',
    'outbox', 'mailbox_message']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
    execute format('grant select, insert, update, delete on %I to timbre_app', tablename);
  end loop;
end
$$;

alter table account enable row level security;
alter table account force row level security;
create policy own_account on account to timbre_app
  using (id = current_setting('app.account', true))
  with check (id = current_setting('app.account', true));
grant select, insert, update, delete on account to timbre_app;

alter table signing_key enable row level security;
alter table signing_key force row level security;
create policy installation on signing_key to timbre_system using (true) with check (true);
grant select, insert, update on signing_key to timbre_system;

create policy existence on account for select to timbre_system using (true);
grant select (id, created_at) on account to timbre_system;

create policy delivery on outbox to timbre_system using (true) with check (true);
grant select, update on outbox to timbre_system;

create policy mailbox on mailbox_message for select to timbre_system using (true);
grant select on mailbox_message to timbre_system;
