-- Sign-in for companies: the identity provider of an account, and the domains that it has proven. Members with an
-- address at such a domain sign in with the provider.
create table identity_provider (
  account_id public_id not null references account (id) on delete cascade,
  -- In the addresses that the provider calls, so that they don't name the account.
  id public_id not null,
  protocol text not null check (protocol in ('oidc', 'saml')),
  -- OpenID Connect: the issuer. SAML: the entity ID.
  issuer text not null,
  -- OpenID Connect only. The secret is sealed under SECRET_KEY.
  client_id text,
  client_secret_sealed bytea,
  -- SAML only: where people are sent, and the certificates of the keys that sign its answers.
  sign_in_url text,
  certificates text[] not null default '{}',
  -- Whether addresses count that the provider doesn't mark as verified, because only its administrators set them.
  trusts_addresses boolean not null default false,
  -- The role of people who come the first time; null if only members come in.
  join_role text check (join_role in ('manager', 'user')),
  created_at timestamptz not null,
  -- Sessions that it opened before have ended.
  changed_at timestamptz not null,
  -- The last sign-in since then; null until one has succeeded.
  used_at timestamptz,
  primary key (account_id)
);
create unique index identity_provider_id on identity_provider (id);

create table sign_in_domain (
  account_id public_id not null references account (id) on delete cascade,
  domain text not null,
  -- What the account publishes in the DNS.
  proof text not null,
  created_at timestamptz not null,
  proven_at timestamptz,
  -- When the record was looked for last, and since when it is gone.
  checked_at timestamptz,
  missing_since timestamptz,
  -- Whether members with an address here must sign in with the provider.
  required boolean not null default false,
  primary key (account_id, domain)
);
-- One account at a time proves a domain.
create unique index sign_in_domain_proven on sign_in_domain (domain) where proven_at is not null;

-- Attempts that have been used, until they would have expired.
create table provider_attempt (
  attempt_hash bytea primary key,
  expires_at timestamptz not null
);
create index provider_attempt_expiry on provider_attempt (expires_at);

-- The account whose provider has vouched for the person in this session, and the only account that the session opens
-- (with its sandboxes); null for all accounts of the person.
alter table person_session add column provider_account_id text;
alter table person_session add column only_account_id text;

alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy own_account on identity_provider to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on identity_provider to timbre_app;
alter table sign_in_domain enable row level security;
alter table sign_in_domain force row level security;
create policy own_account on sign_in_domain to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on sign_in_domain to timbre_app;

-- Which provider signs in an address, and whether a session of a provider still stands, is known before whose it is.
create policy known on identity_provider for select to timbre_system using (true);
grant select (account_id, id, changed_at) on identity_provider to timbre_system;
create policy known on sign_in_domain for select to timbre_system using (true);
grant select (account_id, domain, proven_at, required, checked_at) on sign_in_domain to timbre_system;

alter table provider_attempt enable row level security;
alter table provider_attempt force row level security;
create policy installation on provider_attempt to timbre_system using (true) with check (true);
grant select, insert, delete on provider_attempt to timbre_system;
