-- People who want no more emails. The key is an HMAC of the address under the installation's mail key: no address
-- stands here, and the row outlives the person's profile, so that deleting and adding them again writes to nobody.
create table mail_opt_out (
  account_id public_id not null references account (id) on delete cascade,
  address_key bytea not null check (length(address_key) = 16),
  created_at timestamptz not null,
  primary key (account_id, address_key)
);
alter table mail_opt_out enable row level security;
alter table mail_opt_out force row level security;
create policy own_account on mail_opt_out to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, delete on mail_opt_out to timbre_app;

-- The same for emails from every account of this installation. It belongs to no account, and every account asks it.
create table mail_opt_out_everywhere (
  address_key bytea primary key check (length(address_key) = 16),
  created_at timestamptz not null
);
alter table mail_opt_out_everywhere enable row level security;
alter table mail_opt_out_everywhere force row level security;
create policy everyone on mail_opt_out_everywhere to timbre_app using (true) with check (true);
grant select, insert, delete on mail_opt_out_everywhere to timbre_app;

-- The key of those HMACs and of the links that change them: made once and sealed under SECRET_KEY. A key of its own,
-- because addresses cannot be hashed again when SECRET_KEY changes, and links in old emails must go on working.
create table mail_key (
  id text primary key default 'mail' check (id = 'mail'),
  key_sealed bytea not null,
  created_at timestamptz not null
);
alter table mail_key enable row level security;
alter table mail_key force row level security;
create policy installation on mail_key to timbre_system using (true) with check (true);
grant select, insert, update on mail_key to timbre_system;

-- Who asked for an invite: the account, somebody who typed an address on the page of a shared link, or the person who
-- held an older link. Only those of the account count against its minute.
alter table invite add column origin text not null default 'account'
  check (origin in ('account', 'share', 'person'));

-- Emails are counted by more than addresses from here on; the service knows what by.
alter table message_tally drop constraint message_tally_kind_check;
alter table message_tally add constraint message_tally_kind_check check (kind ~ '^[a-z-]{2,40}$');
drop policy sign_in on message_tally;
create policy sign_in on message_tally to timbre_system
  using (kind like 'sign-in%' or kind = 'security') with check (kind like 'sign-in%' or kind = 'security');
