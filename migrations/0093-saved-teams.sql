-- Teams that are kept as a list of people, beside tags. A coach can be limited to some of them as to tags: migration 0094.
create table saved_team (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  name_key text not null collate "C",
  note text,
  color text not null,
  primary key (account_id, id)
);
create index saved_team_name on saved_team (account_id, name_key, id);

create table saved_team_person (
  account_id public_id not null references account (id) on delete cascade,
  team_id public_id not null,
  profile_id public_id not null,
  primary key (account_id, team_id, profile_id),
  foreign key (account_id, team_id) references saved_team (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index saved_team_person_profile on saved_team_person (account_id, profile_id);

create table member_saved_team (
  account_id public_id not null references account (id) on delete cascade,
  member_id public_id not null,
  team_id public_id not null,
  given_at timestamptz not null,
  primary key (account_id, member_id, team_id),
  foreign key (account_id, member_id) references member (account_id, id) on delete cascade,
  foreign key (account_id, team_id) references saved_team (account_id, id) on delete cascade
);
create index member_saved_team_team on member_saved_team (account_id, team_id);

-- As coached_tags() of 0067.
create function coached_saved_teams() returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_object_agg(team.team_id::text, true), '{}') from member_saved_team team
    where team.account_id = current_setting('app.account', true) and team.member_id = current_setting('app.coach', true));
end
$$;

alter table saved_team enable row level security;
alter table saved_team force row level security;
create policy own_account on saved_team to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on saved_team as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_saved_teams()) ? id::text);
grant select, insert, update, delete on saved_team to timbre_app;

alter table saved_team_person enable row level security;
alter table saved_team_person force row level security;
create policy own_account on saved_team_person to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on saved_team_person as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_saved_teams()) ? team_id::text);
grant select, insert, delete on saved_team_person to timbre_app;

alter table member_saved_team enable row level security;
alter table member_saved_team force row level security;
create policy own_account on member_saved_team to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on member_saved_team as restrictive to timbre_app
  using (sees_everyone() or member_id = current_setting('app.coach', true));
grant select, insert, delete on member_saved_team to timbre_app;
