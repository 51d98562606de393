-- People that a directory reports over SCIM, as the directory has sent them: it is shown nothing else of them.
create table provisioned_person (
  account_id public_id not null,
  connection_id public_id not null,
  profile_id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- In lower case: user names are compared without regard to case.
  user_name_key text not null,
  external_id text,
  email_keys text[] not null,
  resource jsonb not null,
  primary key (account_id, connection_id, profile_id),
  foreign key (account_id, connection_id) references connection (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index provisioned_person_name on provisioned_person (account_id, connection_id, user_name_key);
create index provisioned_person_external on provisioned_person (account_id, connection_id, external_id)
  where external_id is not null;
create index provisioned_person_email on provisioned_person using gin (email_keys);
create index provisioned_person_order on provisioned_person (account_id, connection_id, created_at, profile_id);
create index provisioned_person_profile on provisioned_person (account_id, profile_id);

-- People who get no invites, because their directory has deactivated them. What they have answered stays.
create table deactivation (
  account_id public_id not null,
  profile_id public_id not null,
  at timestamptz not null,
  primary key (account_id, profile_id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);

alter table provisioned_person enable row level security;
alter table provisioned_person force row level security;
create policy own_account on provisioned_person to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on provisioned_person to timbre_app;
alter table deactivation enable row level security;
alter table deactivation force row level security;
create policy own_account on deactivation to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on deactivation to timbre_app;
