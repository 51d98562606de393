-- Email addresses that a mail server has refused for good, for each account as a keyed hash: nothing optional is sent there
-- until someone of the account tries the address again.
create table bounced_address (
  account_id public_id not null references account (id) on delete cascade,
  address_key bytea not null check (length(address_key) = 16),
  bounced_at timestamptz not null,
  primary key (account_id, address_key)
);
alter table bounced_address enable row level security;
alter table bounced_address force row level security;
create policy own_account on bounced_address to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
-- Coaches: nothing in it names a person.
create policy coaches on bounced_address as restrictive to timbre_app using (true);
grant select, insert, delete on bounced_address to timbre_app;

-- When a mail server reported that it could not deliver what it had accepted.
alter table outbox add column bounced_at timestamptz;
-- How many reports said that it is delayed; no more than 20 are counted.
alter table outbox add column delay_reports smallint not null default 0;
