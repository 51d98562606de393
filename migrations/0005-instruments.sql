-- What an account's own people gave to compare with, from 200 of them on. A norm is never changed: a later one is a
-- row of its own, so that every figure that was shown can be computed again. It holds sums over people and names
-- nobody; whoever is deleted is in no later one. Where too few people are left, a row without cells ends the former.
create table local_norm (
  account_id public_id not null references account (id) on delete cascade,
  id text not null,
  created_at timestamptz not null,
  -- How many people it was made of, or how few were left.
  n integer not null check (n >= 0),
  form text not null,
  -- The version of the scoring that made it, and the general norm towards which it was drawn.
  version text not null,
  general_norm text not null,
  mean_weight integer not null check (mean_weight > 0),
  variance_weight integer not null check (variance_weight > 0),
  -- By scale: mean and SD of the raw sums as they were found, and as they were drawn; plain json keeps the order.
  cells json,
  primary key (account_id, id),
  check (cells is null or n >= 200)
);
create index local_norm_newest on local_norm (account_id, created_at desc, id desc);

alter table local_norm enable row level security;
alter table local_norm force row level security;
create policy own_account on local_norm to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert on local_norm to timbre_app;

-- The technical figures of the region as they were shown. They move on in steps of many people only: two figures that
-- differ by one person would give that person's answers away. `after` is the number of people of the step before, so
-- that of two processes one makes the next step.
create table technical_figures (
  family text not null check (family in ('disc', 'focus', 'core')),
  form text not null,
  after integer not null check (after >= 0),
  n integer not null check (n >= after + 500),
  made_at timestamptz not null,
  figures json not null,
  primary key (family, form, after)
);
alter table technical_figures enable row level security;
alter table technical_figures force row level security;
create policy installation on technical_figures to timbre_system using (true) with check (true);
grant select, insert on technical_figures to timbre_system;

-- The technical figures are of people, so accounts of the demo are left out of them.
grant select (mode) on account to timbre_system;
