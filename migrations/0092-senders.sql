-- The address that an account's emails to people come from, once its domain is proven and signs them (DKIM).
create table sender (
  account_id public_id not null references account (id) on delete cascade,
  local_part text not null,
  domain text not null,
  -- What the account publishes in the DNS to prove the domain.
  proof text not null,
  -- Names the public key in the DNS. The private key is sealed under SECRET_KEY, in a context that names both.
  selector text not null,
  public_key text not null,
  key_sealed bytea not null,
  -- When the domain was chosen.
  created_at timestamptz not null,
  -- One account at a time has proven a domain; since when its proof is gone.
  proven_at timestamptz,
  missing_since timestamptz,
  -- Emails are sent with it from then on; null while they are not, and since when no longer.
  active_since timestamptz,
  lost_at timestamptz,
  checked_at timestamptz,
  -- When its records are looked up by themselves next; null for one that was not set up for weeks.
  check_at timestamptz,
  -- What was found in the DNS then.
  findings jsonb,
  primary key (account_id)
);
create unique index sender_domain on sender (domain) where proven_at is not null;
create index sender_check on sender (check_at) where check_at is not null;

alter table sender enable row level security;
alter table sender force row level security;
create policy own_account on sender to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on sender as restrictive to timbre_app using (sees_everyone());
grant select, insert, update, delete on sender to timbre_app;
-- Which are due for a look, which of the messages to send have one, and whether a domain is proven.
create policy known on sender for select to timbre_system using (true);
grant select (account_id, domain, proven_at, active_since, check_at) on sender to timbre_system;
