-- A debrief by language and profile. A text that is written anew is a new row with a new id, so that a rating is
-- always about the text that was read.
create table debrief (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  profile_id public_id not null,
  -- The language that the text is really in.
  locale text not null,
  content text not null,
  -- Sections of sentences, each with the ids of the facts that it rests on; plain json keeps the order.
  sections json not null,
  generator_kind text not null check (generator_kind in ('rules', 'llm')),
  generator_name text not null,
  generator_version text not null,
  -- Why the rules wrote it where the account had chosen a model.
  generator_reason text,
  -- Names the results that it was written from, whatever came after.
  results_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index debrief_profile on debrief (account_id, profile_id, locale);

-- One for each program, and for each member of an account behind an app: a later one replaces the earlier.
create table debrief_rating (
  account_id public_id not null,
  debrief_id public_id not null,
  rater text not null,
  rating smallint not null check (rating in (-1, 1)),
  comments text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, debrief_id, rater),
  foreign key (account_id, debrief_id) references debrief (account_id, id) on delete cascade
);

-- A model is writing a debrief of this profile. There is one at a time, whatever the number of processes and calls;
-- it is lengthened while the writer lives, so that what a dead process left ends by itself.
create table debrief_job (
  account_id public_id not null,
  profile_id public_id not null,
  id public_id not null,
  locale text not null,
  started_at timestamptz not null,
  lease_until timestamptz not null,
  primary key (account_id, profile_id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);

-- When debriefs were written, for the limit a minute and the budget of the model a day. It names nobody. Rows
-- older than two days go when the next one comes.
create table debrief_generation (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  at timestamptz not null,
  writer text not null check (writer in ('rules', 'llm')),
  primary key (account_id, id)
);
create index debrief_generation_at on debrief_generation (account_id, at desc);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['debrief', 'debrief_rating', 'debrief_job', 'debrief_generation']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
  end loop;
end
$$;
grant select, insert, update, delete on debrief, debrief_rating, debrief_job, debrief_generation to timbre_app;

-- `get_behavioral_summary` tells an id that exists nowhere from one of another account, and learns nothing more.
create index profile_id_alone on profile (id);
create policy existence on profile for select to timbre_system using (true);
grant select (id) on profile to timbre_system;
