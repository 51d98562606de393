-- contracts: 0002
-- The people of a coach: those with one of their tags, and now those of their saved teams as well. Every policy of 0068 asks this
-- function, so the limit stays in one place. Earlier versions don't depend on what it returns: their own conditions name the
-- people of the tags, so beside this one they show a coach fewer people and never more.
create or replace function coached_people() returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_object_agg(found.profile_id::text, true), '{}') from (
    select link.profile_id from member_team team
      join profile_tag link on link.account_id = team.account_id and link.tag_id = team.tag_id
     where team.account_id = current_setting('app.account', true) and team.member_id = current_setting('app.coach', true)
    union
    select person.profile_id from member_saved_team team
      join saved_team_person person on person.account_id = team.account_id and person.team_id = team.team_id
     where team.account_id = current_setting('app.account', true) and team.member_id = current_setting('app.coach', true)
  ) as found);
end
$$;
