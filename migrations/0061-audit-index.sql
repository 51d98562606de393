-- The index of audit logs, by which filtered pages of a long one are counted and found without reading all entries. It
-- only repeats audit_entry, whose rows never change: the service adds each slice once it is complete. Slice n has the
-- entries from 2,048 × n + 1 to 2,048 × (n + 1).
create table audit_index (
  account_id public_id not null references account (id) on delete cascade,
  -- How many slices there are; entries after them are read from their own rows.
  slices integer not null default 0,
  primary key (account_id)
);

-- Entries are numbered as they are committed, so their times are nearly in order, but not quite.
create table audit_slice (
  account_id public_id not null references audit_index (account_id) on delete cascade,
  slice integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, slice)
);

-- One bit per entry for each action, client, kind of target, and actor. People who act for themselves have too few
-- entries each, and no bits.
create table audit_bits (
  account_id public_id not null references audit_index (account_id) on delete cascade,
  value text not null collate "C",
  slice integer not null,
  bits bit(2048) not null,
  primary key (account_id, value, slice)
);
alter table audit_bits alter column bits set storage plain;

alter table audit_index enable row level security;
alter table audit_index force row level security;
create policy own_account on audit_index to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update on audit_index to timbre_app;

alter table audit_slice enable row level security;
alter table audit_slice force row level security;
create policy own_account on audit_slice to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update on audit_slice to timbre_app;

alter table audit_bits enable row level security;
alter table audit_bits force row level security;
create policy own_account on audit_bits to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update on audit_bits to timbre_app;

-- The worker finds its work over all accounts.
create policy work on audit_index for select to timbre_system using (true);
grant select on audit_index to timbre_system;
