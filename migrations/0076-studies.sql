-- Validation studies. A study belongs to the account; who takes part is known to nobody but the person: no operation of
-- the account reads study_participant, and nothing there is written to the audit log or recorded as an event.
create table study (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  -- The form of Focus whose people can take part.
  focus_form text not null,
  opened_at timestamptz not null,
  ended_at timestamptz,
  -- Releases are considered on days that depend on nobody: every four weeks from the opening.
  next_release_at timestamptz not null,
  -- Drawn at the opening and never shown: so many people more than the floor before the first release.
  margin integer not null check (margin between 0 and 9),
  primary key (account_id, id)
);
create unique index study_open on study (account_id) where ended_at is null;

create table study_participant (
  account_id public_id not null,
  id public_id not null,
  study_id public_id not null,
  profile_id public_id not null,
  -- The person chose it for the study. It isn't compared with the profile's and never written to it.
  email text not null,
  token_hash bytea not null,
  locale text not null,
  requested_at timestamptz not null,
  -- Until then it is a request, of which nothing is used.
  agreed_at timestamptz,
  consent_version text,
  consent_words text,
  -- The attempt whose answers are the first occasion.
  attempt integer not null,
  retest_due_at timestamptz,
  retest_closes_at timestamptz,
  retest_sent_at timestamptz,
  retest_answers jsonb not null default '{}',
  retest_completed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, study_id) references study (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index study_participant_token on study_participant (account_id, token_hash);
create index study_participant_profile on study_participant (account_id, profile_id);
create index study_participant_study on study_participant (account_id, study_id);

-- What the account may see of a study: figures with noise, and rows that nobody can be found in.
create table study_release (
  account_id public_id not null,
  study_id public_id not null,
  number integer not null,
  created_at timestamptz not null,
  -- Of these many people, a multiple of ten.
  people integer not null check (people >= 50),
  figures jsonb not null,
  anonymous_rows jsonb not null,
  primary key (account_id, study_id, number),
  foreign key (account_id, study_id) references study (account_id, id) on delete cascade
);

alter table study enable row level security;
alter table study force row level security;
create policy own_account on study to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on study to timbre_app;
alter table study_participant enable row level security;
alter table study_participant force row level security;
create policy own_account on study_participant to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on study_participant to timbre_app;
alter table study_release enable row level security;
alter table study_release force row level security;
create policy own_account on study_release to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on study_release to timbre_app;

-- The hourly sweep finds the accounts with a study.
create policy sweep on study for select to timbre_system using (true);
grant select (account_id, id, ended_at) on study to timbre_system;
