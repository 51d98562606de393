-- People whom the service invites in a campaign as soon as the limits of the account allow. A row leaves in the transaction that
-- writes the invite and its message, so neither a crash nor a second process sends two.
create table campaign_waiting (
  account_id public_id not null,
  campaign_id public_id not null,
  profile_id public_id not null,
  -- The order: the request, and the place in it.
  asked_at timestamptz not null,
  place smallint not null,
  channel text not null check (channel in ('email', 'sms')),
  even_bounced boolean not null,
  -- Who asked, and makes the link.
  client_id text,
  grant_id public_id,
  member_id public_id,
  -- Why nothing will be sent. Null while they wait.
  refused text,
  primary key (account_id, campaign_id, profile_id),
  foreign key (account_id, campaign_id) references campaign (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index campaign_waiting_next on campaign_waiting (account_id, campaign_id, asked_at, place) where refused is null;
create index campaign_waiting_profile on campaign_waiting (account_id, profile_id);

-- A campaign in which people wait, and when the next of them may be invited.
create table campaign_queue (
  account_id public_id not null,
  campaign_id public_id not null,
  due_at timestamptz not null,
  primary key (account_id, campaign_id),
  foreign key (account_id, campaign_id) references campaign (account_id, id) on delete cascade
);

alter table campaign_waiting enable row level security;
alter table campaign_waiting force row level security;
create policy own_account on campaign_waiting to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on campaign_waiting to timbre_app;

alter table campaign_queue enable row level security;
alter table campaign_queue force row level security;
create policy own_account on campaign_queue to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on campaign_queue to timbre_app;
-- Which campaigns are due, in all accounts.
create policy work on campaign_queue for select to timbre_system using (true);
grant select on campaign_queue to timbre_system;
