-- contracts: 0002
-- Members with the role `coach` see the people of their teams and nobody else. A team is a tag: whoever has it belongs to it.
create table member_team (
  account_id public_id not null references account (id) on delete cascade,
  member_id public_id not null,
  tag_id public_id not null,
  given_at timestamptz not null,
  primary key (account_id, member_id, tag_id),
  foreign key (account_id, member_id) references member (account_id, id) on delete cascade,
  foreign key (account_id, tag_id) references tag (account_id, id) on delete cascade
);
create index member_team_tag on member_team (account_id, tag_id);

-- A transaction for a coach has app.coach, the id of the member. The policies of 0068 ask these functions. They are not
-- inlined, so that a policy costs other transactions one comparison per row and no plan of a subquery.
create function sees_everyone() returns boolean language sql stable parallel safe as
  $$ select coalesce(current_setting('app.coach', true), '') = '' $$;

-- Objects whose keys are the ids: a key is found by binary search, so large teams cost little per row.
create function coached_tags() returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_object_agg(team.tag_id::text, true), '{}') from member_team team
    where team.account_id = current_setting('app.account', true) and team.member_id = current_setting('app.coach', true));
end
$$;

create function coached_people() returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_object_agg(link.profile_id::text, true), '{}') from member_team team
    join profile_tag link on link.account_id = team.account_id and link.tag_id = team.tag_id
    where team.account_id = current_setting('app.account', true) and team.member_id = current_setting('app.coach', true));
end
$$;

alter table member_team enable row level security;
alter table member_team force row level security;
create policy own_account on member_team to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on member_team as restrictive to timbre_app
  using (sees_everyone() or member_id = current_setting('app.coach', true));
grant select, insert, delete on member_team to timbre_app;

-- The list of roles gets a fourth one. No version depends on the check that is replaced; versions that don't have the role
-- fail when they read it, and so show a coach nothing.
alter table member drop constraint member_role_check;
alter table member add constraint member_role check (role in ('owner', 'manager', 'user', 'coach')) not valid;
