-- concurrently
-- The campaigns in which the people of a coach's teams are: the row of each of them, and the campaign itself, which has its
-- name, days and words. How many others are in it stays hidden, because no policy shows their rows. Those who wait for an
-- invite stay hidden too.
alter policy coaches on campaign_person
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
-- By the index of people: the other people of a campaign may be a million.
alter policy coaches on campaign
  using ((select case when sees_everyone() then true end) is not null or id in (
    select person.campaign_id from jsonb_object_keys(coached_people()) as own (profile_id)
      join campaign_person person
        on person.account_id = current_setting('app.account', true) and person.profile_id = own.profile_id));
