-- How far the local norm of a large account has been summed up, so that a restart continues there. Holds the sums over
-- at least as many people as a norm needs; removed when the norm is stored.
create table norm_progress (
  account_id public_id not null references account (id) on delete cascade,
  began_at timestamptz not null,
  form text not null,
  version text not null,
  -- The id of the last profile that was looked at. No foreign key: the person may be deleted meanwhile.
  last_profile_id public_id not null,
  people integer not null check (people >= 200),
  -- By scale: number of people, sum and sum of squares of the raw scores. Plain json keeps every digit.
  sums json not null,
  primary key (account_id)
);

alter table norm_progress enable row level security;
alter table norm_progress force row level security;
create policy own_account on norm_progress to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on norm_progress to timbre_app;

-- What was left behind is removed over all accounts.
create policy work on norm_progress to timbre_system using (true) with check (true);
grant select (began_at), delete on norm_progress to timbre_system;
