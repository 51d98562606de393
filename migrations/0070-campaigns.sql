-- Invites that belong together: a name, words of their own, a last day, and the days of their reminders.
create table campaign (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  -- In the time zone of the account.
  deadline date,
  -- Shown with the name of the account, never instead of it.
  sender_name text,
  -- The member who gets the replies, as long as they are one.
  reply_member_id public_id,
  note text,
  reminder_days smallint[] not null,
  ended_at timestamptz,
  -- No reminder is due after this. So campaigns that are over cost the sweep nothing.
  reminds_until timestamptz not null,
  primary key (account_id, id)
);
create index campaign_newest on campaign (account_id, created_at desc, id desc);
create index campaign_reminding on campaign (account_id, reminds_until) where ended_at is null;

-- One person in a campaign, with the time of each step, so that a million of them are counted from one table.
create table campaign_person (
  account_id public_id not null,
  campaign_id public_id not null,
  profile_id public_id not null,
  -- The newest invite that someone sent, from which the days of reminders count.
  invite_id public_id not null,
  invited_at timestamptz not null,
  -- When the newest message to the person was queued.
  messaged_at timestamptz not null,
  sent_at timestamptz,
  -- The newest message could not be delivered.
  failed_at timestamptz,
  opened_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- Where the person is: the assessment in progress or the next one.
  assessment text check (assessment in ('disc', 'focus', 'core')),
  active_seconds integer,
  -- Reminders since that invite.
  reminders smallint not null default 0,
  -- Someone asked for a reminder that is not queued yet.
  remind_asked_at timestamptz,
  primary key (account_id, campaign_id, profile_id),
  foreign key (account_id, campaign_id) references campaign (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index campaign_person_profile on campaign_person (account_id, profile_id);
create index campaign_person_remindable on campaign_person (account_id, campaign_id, messaged_at)
  where completed_at is null and reminders < 3;
create index campaign_person_asked on campaign_person (account_id, remind_asked_at)
  where remind_asked_at is not null;

alter table campaign enable row level security;
alter table campaign force row level security;
create policy own_account on campaign to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on campaign to timbre_app;
-- Which accounts have reminders to send.
create policy reminding on campaign for select to timbre_system using (true);
grant select (account_id, reminds_until, ended_at) on campaign to timbre_system;

alter table campaign_person enable row level security;
alter table campaign_person force row level security;
create policy own_account on campaign_person to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on campaign_person to timbre_app;

-- Null for invites outside of campaigns. `reminder_day` is from 1 to 30 for days that were chosen, and counts up from 101
-- for reminders that someone asked for.
alter table invite add column campaign_id text;
