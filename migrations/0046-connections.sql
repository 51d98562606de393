-- Connections: systems of others that order assessments or report people, each with a machine client and a key of its
-- own. Keys are compared by their hash. Where a key must be shown to the system, it is also sealed under SECRET_KEY.
create table connection (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  -- `greenhouse`, `ashby` or `scim`.
  provider text not null,
  name text not null,
  -- Its machine client, whose row stays after the connection ends.
  client_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  -- Emptied when the connection ends.
  key_hash bytea,
  key_last_four text not null,
  key_made_at timestamptz not null,
  key_sealed bytea,
  -- The account's own key at that system.
  remote_key_sealed bytea,
  -- Whether the style and the levels of five traits are sent, and since when an owner has wanted that.
  shares_labels_since timestamptz,
  -- Whether a person that the directory deletes is deleted here with all results.
  delete_erases boolean not null default false,
  -- Who made it. A connection that an app or a machine client made ends with it.
  maker_client_id text,
  maker_grant_id public_id,
  primary key (account_id, id),
  foreign key (account_id, client_id) references machine_client (account_id, client_id) on delete cascade
);
create unique index connection_key on connection (account_id, key_hash) where key_hash is not null;
create index connection_client on connection (account_id, client_id);
create index connection_id on connection (id) where revoked_at is null;

-- What a connection did, newest first; a few hundred lines each.
create table connection_entry (
  account_id public_id not null,
  connection_id public_id not null,
  id public_id not null,
  at timestamptz not null,
  -- Who called: `in` is the system, `out` is the service.
  direction text not null check (direction in ('in', 'out')),
  call text not null,
  -- Status of the answer; null if there was none.
  status smallint,
  is_problem boolean not null,
  message text,
  order_id public_id,
  primary key (account_id, connection_id, id),
  foreign key (account_id, connection_id) references connection (account_id, id) on delete cascade
);

create index connection_entry_newest on connection_entry (account_id, connection_id, at desc, id desc);

-- What is to be reported to the system of an order, or was.
create table order_callback (
  account_id public_id not null,
  id public_id not null,
  order_id public_id not null,
  connection_id public_id not null,
  kind text not null check (kind in ('started', 'completed', 'cancelled', 'expired', 'failed')),
  -- Milliseconds since 1970, strictly rising for each order: systems compare them.
  stamp bigint not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
  due_at timestamptz not null,
  leased_until timestamptz,
  attempts smallint not null default 0,
  done_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, order_id) references assessment_order (account_id, id) on delete cascade,
  foreign key (account_id, connection_id) references connection (account_id, id) on delete cascade
);
create unique index order_callback_order on order_callback (account_id, order_id, stamp);
create index order_callback_due on order_callback (due_at) where state = 'waiting';
create index order_callback_connection on order_callback (account_id, connection_id) where state = 'waiting';

alter table connection enable row level security;
alter table connection force row level security;
create policy own_account on connection to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on connection to timbre_app;
alter table connection_entry enable row level security;
alter table connection_entry force row level security;
create policy own_account on connection_entry to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on connection_entry to timbre_app;
alter table order_callback enable row level security;
alter table order_callback force row level security;
create policy own_account on order_callback to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on order_callback to timbre_app;

-- Whether an address belongs to a connection is known before whose it is.
create policy known on connection for select to timbre_system using (true);
grant select (id, provider, revoked_at) on connection to timbre_system;
-- The worker claims what is due over all accounts. Outcomes are recorded within each account.
create policy work on order_callback to timbre_system using (true) with check (true);
grant select on order_callback to timbre_system;
grant update (leased_until, attempts) on order_callback to timbre_system;
