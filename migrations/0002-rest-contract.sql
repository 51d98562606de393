-- What the whole REST contract needs beside the first light: the audit chain, idempotency keys, members, logos,
-- shareable links, attempts that carry results over, and the tallies that keep text messages from being abused.

alter table account add column mode text not null default 'live' check (mode in ('live', 'demo'));
-- Which picture stands in account_logo, so that reading an account reads no picture.
alter table account add column logo_digest text;
-- After how many days without a change the profiles of an account are deleted; read over all accounts.
alter table account add column retention_days integer
  generated always as ((preferences ->> 'retentionDays')::integer) stored;
grant select (retention_days) on account to timbre_system;

-- People who act for an account. Their sign-in comes with the authorization server.
create table member (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  email text not null,
  role text not null check (role in ('owner', 'manager', 'user')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index member_email on member (account_id, email);

-- Always an image that this service has encoded itself; named by its SHA-256, so that an address never changes
-- its picture.
create table account_logo (
  account_id public_id not null references account (id) on delete cascade,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type = 'image/png'),
  bytes bytea not null,
  width integer not null,
  height integer not null,
  updated_at timestamptz not null,
  primary key (account_id)
);

-- One row for each change, written in its transaction and chained by hash per account. Nobody but the owner of
-- the tables can change or remove one: the roles of the service may only read and append.
create table audit_entry (
  account_id public_id not null references account (id) on delete cascade,
  seq bigint not null check (seq > 0),
  id public_id not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  client_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  request_id text not null,
  -- Plain json keeps the text as it was hashed.
  changes json not null,
  hash bytea not null,
  primary key (account_id, seq)
);
create unique index audit_entry_id on audit_entry (account_id, id);
create index audit_entry_target on audit_entry (account_id, target_id, seq desc);

-- The end of each chain, sealed with a key that is not in the database, so that a chain that was cut off and
-- shortened consistently shows all the same. Writers of one account meet here, at the end of their transactions.
create table audit_head (
  account_id public_id not null references account (id) on delete cascade,
  seq bigint not null,
  hash bytea not null,
  seal bytea not null,
  primary key (account_id)
);

-- Written with the change, so that one key has one effect. Key and fingerprint are HMACs under SECRET_KEY, because
-- clients make keys from addresses and inputs hold names. The answer is sealed under SECRET_KEY, because it may
-- describe a person, and is erased with that person; the row stays, so that a late repeat makes nobody anew.
create table idempotency_key (
  account_id public_id not null references account (id) on delete cascade,
  client_id text not null,
  key text not null collate "C",
  fingerprint bytea not null,
  answer_sealed bytea,
  profile_id public_id,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, client_id, key)
);
create index idempotency_key_expiry on idempotency_key (account_id, expires_at);
create index idempotency_key_profile on idempotency_key (account_id, profile_id) where profile_id is not null;

-- Links that anyone may start from. The token is kept, sealed, because asking for the same link again gives it
-- again; it names nobody.
create table share_link (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  -- What was asked for, so that the same question finds the same link.
  fingerprint bytea not null,
  tag_ids text[] not null,
  custom_id text,
  assessment_ids text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How many people may still start at once, as of that time; robots find links that are posted in public.
  starts_left double precision not null,
  starts_at timestamptz not null,
  primary key (account_id, id)
);
create unique index share_link_token on share_link (account_id, token_hash);
create index share_link_fingerprint on share_link (account_id, fingerprint, expires_at desc);

-- Results that a partial retake leaves standing are carried into the new attempt.
alter table sitting add column carried_from integer;

-- What is known of an attempt as a whole once a retake has replaced it; the attempt under way stands in the profile.
create table former_attempt (
  account_id public_id not null,
  profile_id public_id not null,
  attempt integer not null,
  available_assessments text[] not null,
  quality json,
  replaced_at timestamptz not null,
  primary key (account_id, profile_id, attempt),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);

-- The label without case, accents and width, by which tags are searched and sorted. The service writes it; labels
-- from before this column are folded as far as SQL can, and wholly with their next change. Forced row security
-- would hide them even from the owner of the table.
alter table tag add column label_key text not null default '' collate "C";
alter table tag no force row level security;
update tag set label_key = lower(regexp_replace(normalize(label, nfkd), '[\u0300-\u036f]', '', 'g'));
alter table tag force row level security;
create index tag_label on tag (account_id, label_key, id);

-- Chinese, Japanese and Korean names are found with the given name first too. The service writes the pair of
-- characters where the two names meet; here those from before.
alter table profile no force row level security;
alter table name_token no force row level security;
insert into name_token (account_id, token, profile_id)
select account_id, right(split_part(name_key, ' ', 1), 1) || left(split_part(name_key, ' ', 2), 1), id
  from profile
 where name_key ~ '^[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+ [\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+$'
on conflict do nothing;
alter table profile force row level security;
alter table name_token force row level security;

create index resource_alias_newest on resource_alias (account_id, created_at desc, id desc);

create index invite_account on invite (account_id, channel, created_at desc);

-- How many messages went to one number, one range of numbers or one email address on one day (in UTC), over all
-- accounts: abuse spreads over accounts. And how many text messages one account sent, kept apart from its invites,
-- so that deleting a profile gives no money back. The key is an HMAC under SECRET_KEY: no address stands here.
create table message_tally (
  kind text not null check (kind in ('number', 'range', 'account', 'address')),
  key bytea not null,
  day date not null,
  count integer not null,
  primary key (kind, key, day)
);
create index message_tally_day on message_tally (day);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['member', 'account_logo', 'audit_entry', 'audit_head', 'idempotency_key',
    'share_link', 'former_attempt']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
  end loop;
end
$$;
grant select, insert, update, delete on member, account_logo, idempotency_key, share_link, former_attempt
  to timbre_app;
grant select, insert on audit_entry to timbre_app;
grant select, insert, update on audit_head to timbre_app;

alter table message_tally enable row level security;
alter table message_tally force row level security;
create policy everyone on message_tally to timbre_app using (true) with check (true);
grant select, insert, update, delete on message_tally to timbre_app;

-- The ends of all chains are copied to a file now and then; nothing else of the audit is read across accounts.
create policy anchors on audit_head for select to timbre_system using (true);
grant select on audit_head to timbre_system;

-- Keys that have had their day are removed over all accounts, since an account that asks no more removes none.
create policy expired on idempotency_key to timbre_system using (true);
grant select (expires_at), delete on idempotency_key to timbre_system;

-- With an account goes its audit, so the service itself can remove no account; the demo can remove its own, to
-- begin anew.
revoke delete on account from timbre_app;
create policy demo_removal on account for delete to timbre_system using (mode = 'demo');
grant delete on account to timbre_system;
