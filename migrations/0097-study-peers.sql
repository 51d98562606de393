-- Links that a person who takes part in a study gives to people who know them, and what these answer. Nothing says who
-- answered: no name, address, network or time of day. No operation of the account reads it.
create table study_peer (
  account_id public_id not null,
  id public_id not null,
  participant_id public_id not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- By statement; 0 for "I can't say". Null until someone answers.
  answers jsonb,
  primary key (account_id, id),
  foreign key (account_id, participant_id) references study_participant (account_id, id) on delete cascade
);
create unique index study_peer_token on study_peer (account_id, token_hash);
create index study_peer_participant on study_peer (account_id, participant_id);

alter table study_peer enable row level security;
alter table study_peer force row level security;
create policy own_account on study_peer to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on study_peer to timbre_app;
