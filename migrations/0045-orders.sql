-- Orders: somebody else's wish that a person be assessed, such as that of an applicant tracking system.
create table assessment_order (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  -- The same order for software that expects a UUID.
  reference uuid not null,
  -- `api`, or the system whose door it came through.
  provider text not null,
  connection_id public_id,
  package_id text not null,
  assessment_ids text[] not null,
  profile_id public_id not null,
  -- The caller's own key.
  external_ref text,
  -- A hash of what makes two requests of a connection the same order; null for `api`.
  order_key bytea,
  callback_url text,
  state text not null default 'open'
    check (state in ('open', 'started', 'completed', 'cancelled', 'expired', 'failed')),
  -- The invite that was sent for it, which ends when the order is cancelled.
  invite_id public_id,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  primary key (account_id, id),
  -- An order names its person, so it is deleted with the person.
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index assessment_order_reference on assessment_order (account_id, reference);
create index assessment_order_profile on assessment_order (account_id, profile_id);
create index assessment_order_newest on assessment_order (account_id, created_at desc, id desc);
create index assessment_order_invite on assessment_order (account_id, invite_id)
  where state in ('open', 'started', 'failed');
create index assessment_order_key on assessment_order (account_id, connection_id, order_key, created_at desc)
  where order_key is not null;
create index assessment_order_due on assessment_order (expires_at)
  where state in ('open', 'started', 'failed');

alter table assessment_order enable row level security;
alter table assessment_order force row level security;
create policy own_account on assessment_order to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on assessment_order to timbre_app;
-- Finds orders of all accounts whose time is over. They expire within each account.
create policy work on assessment_order for select to timbre_system using (true);
grant select (account_id, id, state, expires_at) on assessment_order to timbre_system;
