-- Failed sign-ins of members, one row for each member and hour, until the hour is over and they are in the account's
-- audit log. Kept at the authorization server. The account may live in another region, so nothing here refers to its row.
create table failed_sign_in (
  account_id public_id not null,
  member_id public_id not null,
  hour timestamptz not null,
  region text not null,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, member_id, hour)
);
create index failed_sign_in_hour on failed_sign_in (hour);

alter table failed_sign_in enable row level security;
alter table failed_sign_in force row level security;
create policy installation on failed_sign_in to timbre_system using (true) with check (true);
grant select, insert, update, delete on failed_sign_in to timbre_system;
create policy own_account on failed_sign_in to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on failed_sign_in to timbre_app;
