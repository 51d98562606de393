-- Someone who got this link has reported that it is not meant for them. Until the report is settled, nothing is sent to the
-- link's address for this person: someone of the account has to correct the address, or confirm it by sending to it.
create table wrong_person (
  account_id public_id not null,
  invite_id public_id not null,
  profile_id public_id not null,
  reported_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, invite_id),
  foreign key (account_id, invite_id) references invite (account_id, id) on delete cascade
);
create index wrong_person_profile on wrong_person (account_id, profile_id);
alter table wrong_person enable row level security;
alter table wrong_person force row level security;
create policy own_account on wrong_person to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
-- Coaches: of the people of their teams, as invites are.
create policy coaches on wrong_person as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
grant select, insert, update on wrong_person to timbre_app;

-- Since when the account is paused; null if it isn't, or was paused before this column existed.
alter table account add column paused_at timestamptz;
