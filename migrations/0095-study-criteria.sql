-- What an account knows about its people, such as rated performance, compared with scores in a study. Values are of people
-- who take part and allow it, and no operation of the account reads them. study_criterion belongs to the account.
alter table study_participant
  add column criteria_agreed_at timestamptz,
  add column criteria_words text;

create table study_criterion (
  account_id public_id not null,
  study_id public_id not null,
  -- Numbers are used once, also after a criterion was removed: each criterion is another look at who takes part.
  number smallint not null check (number between 1 and 3),
  name text not null,
  meaning text not null,
  uploaded_at timestamptz not null,
  removed_at timestamptz,
  -- Drawn once and never shown: so many people more than the floor before its first figures.
  margin integer not null check (margin between 0 and 9),
  primary key (account_id, study_id, number),
  foreign key (account_id, study_id) references study (account_id, id) on delete cascade
);
create unique index study_criterion_name on study_criterion (account_id, study_id, name);

create table study_criterion_value (
  account_id public_id not null,
  participant_id public_id not null,
  study_id public_id not null,
  number smallint not null,
  -- The fifth of the uploaded people in which the value is; the value itself isn't kept.
  band smallint not null check (band between 0 and 4),
  primary key (account_id, participant_id, number),
  foreign key (account_id, participant_id) references study_participant (account_id, id) on delete cascade,
  foreign key (account_id, study_id, number) references study_criterion (account_id, study_id, number) on delete cascade
);
create index study_criterion_value_criterion on study_criterion_value (account_id, study_id, number);

alter table study_criterion enable row level security;
alter table study_criterion force row level security;
create policy own_account on study_criterion to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on study_criterion to timbre_app;
alter table study_criterion_value enable row level security;
alter table study_criterion_value force row level security;
create policy own_account on study_criterion_value to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on study_criterion_value to timbre_app;
