-- One page about a person's results that they show to anyone: what it shows, and the picture that other services may
-- fetch. One for a person and attempt at most; removing it deletes the row. The token is sealed, so that the person's own
-- page can show the address again, and nobody else's can.
create table share_card (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  profile_id public_id not null,
  -- The results that were shared. A retake ends the card.
  attempt integer not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  shows text[] not null check (shows <@ '{name,style,takeaways,values,picture}'),
  -- PNG; null without `picture` in `shows`.
  picture bytea check ((picture is not null) = ('picture' = any (shows))),
  -- The address through which a limited link was sent: the card shows only what was entered through it.
  shown_through text,
  locale text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index share_card_token on share_card (account_id, token_hash);
create unique index share_card_profile on share_card (account_id, profile_id);
create index share_card_over on share_card (expires_at);

alter table share_card enable row level security;
alter table share_card force row level security;
create policy own_account on share_card to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
-- Updates: only to seal the token under another key.
grant select, insert, update, delete on share_card to timbre_app;

-- The service itself removes cards that have ended; it sees when they end, and nothing else of them.
create policy over on share_card to timbre_system using (true);
grant select (expires_at), delete on share_card to timbre_system;
