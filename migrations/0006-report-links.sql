-- Links that show a report to whoever holds them and let nobody do anything. Of the token there is a hash alone, so a
-- link is told once, to whoever makes it.
create table report_link (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  token_hash bytea not null,
  kind text not null check (kind in ('person', 'team')),
  -- Whose report it is; of a team's report it is the rows of report_link_subject that say so.
  profile_id public_id check ((profile_id is not null) = (kind = 'person')),
  -- By whom it was made: the person whose report it is, or somebody who acts for the account.
  made_by text not null check (made_by in ('person', 'account') and (kind = 'person' or made_by = 'account')),
  -- The language to begin with, where whoever made it named one.
  locale text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create unique index report_link_token on report_link (account_id, token_hash);
create index report_link_profile on report_link (account_id, profile_id, created_at desc);
create index report_link_over on report_link (expires_at);

-- Of whom a team's report tells: people by name, or whoever has one of these tags when it is read. Rows of their own,
-- so that whoever is deleted is named nowhere any more.
create table report_link_subject (
  account_id public_id not null,
  link_id public_id not null,
  place integer not null,
  profile_id public_id,
  tag_id public_id check ((tag_id is null) <> (profile_id is null)),
  primary key (account_id, link_id, place),
  foreign key (account_id, link_id) references report_link (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade,
  foreign key (account_id, tag_id) references tag (account_id, id) on delete cascade
);
create index report_link_subject_profile on report_link_subject (account_id, profile_id);
create index report_link_subject_tag on report_link_subject (account_id, tag_id);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['report_link', 'report_link_subject']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
  end loop;
end
$$;
grant select, insert, update, delete on report_link, report_link_subject to timbre_app;

-- The service itself removes links that are long over; it sees when they end, and nothing else of them.
create policy over on report_link to timbre_system using (true);
grant select (expires_at), delete on report_link to timbre_system;
