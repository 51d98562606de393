-- The last change of whether a profile has a tag, for a day: an undo changes only what no one has changed since.
create table tag_change (
  account_id public_id not null,
  tag_id public_id not null,
  profile_id public_id not null,
  -- The call that made it. Calls of more profiles than an undo can name leave no row.
  change_id public_id not null,
  changed_at timestamptz not null,
  primary key (account_id, tag_id, profile_id),
  foreign key (account_id, tag_id) references tag (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index tag_change_profile on tag_change (account_id, profile_id);
create index tag_change_time on tag_change (account_id, changed_at);

alter table tag_change enable row level security;
alter table tag_change force row level security;
create policy own_account on tag_change to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, insert, update, delete on tag_change to timbre_app;
