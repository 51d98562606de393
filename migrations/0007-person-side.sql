-- What a person agreed to by starting: the very words that were shown, and when. It proves itself, whatever becomes of
-- the texts. `version` is the start of the SHA-256 of the words, so another word is another version. Never changed.
create table person_consent (
  account_id public_id not null,
  profile_id public_id not null,
  attempt integer not null check (attempt >= 1),
  version text not null check (version ~ '^[0-9a-f]{32}$'),
  locale text not null,
  words text not null,
  agreed_at timestamptz not null,
  primary key (account_id, profile_id, attempt, version),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);

-- A person asks the account to delete what it holds on them; gone with the profile. One that was taken back stays as
-- such, so that the letters to the account's owners can be counted.
create table erasure_request (
  account_id public_id not null,
  profile_id public_id not null,
  requested_at timestamptz not null,
  withdrawn_at timestamptz,
  -- Times that the owners were told since then, so that asking and taking back for ever writes no letters for ever.
  told_since timestamptz not null,
  told smallint not null check (told >= 1),
  primary key (account_id, profile_id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['person_consent', 'erasure_request']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
  end loop;
end
$$;
grant select, insert on person_consent to timbre_app;
grant select, insert, update on erasure_request to timbre_app;

-- Whoever comes in only to ask about their data has agreed to nothing, and answers nothing.
alter table take_session add column purpose text not null default 'taking' check (purpose in ('taking', 'data'));
