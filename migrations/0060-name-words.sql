-- The words of names in accounts with an index of profiles, by three letters each, so that a search that forgives typing
-- errors compares the similar words of an account instead of all. They only repeat name_token: the service fills them in
-- the background.
create table name_words (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  -- Searches use the words once all are there.
  ready boolean not null default false,
  -- When all words were last compared with name_token.
  compared_at timestamptz,
  primary key (account_id)
);

create table name_word (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  word text not null collate "C",
  primary key (account_id, word)
);

-- A word of n letters has up to n rows: "ada" has " ad", "ada" and "da ". Whoever inserts or deletes a row of name_word
-- does the same with these. Without a foreign key, which would need another index.
create table name_gram (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  gram text not null collate "C",
  word text not null collate "C",
  primary key (account_id, gram, word)
);

alter table name_words enable row level security;
alter table name_words force row level security;
create policy own_account on name_words to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on name_words to timbre_app;

alter table name_word enable row level security;
alter table name_word force row level security;
create policy own_account on name_word to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on name_word to timbre_app;

alter table name_gram enable row level security;
alter table name_gram force row level security;
create policy own_account on name_gram to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on name_gram to timbre_app;

-- The worker finds its work over all accounts.
create policy work on name_words for select to timbre_system using (true);
grant select on name_words to timbre_system;
