-- concurrently
-- The people of a campaign who may be reminded are read by their invite, so that the first of a million are found without
-- sorting the rest.
create index concurrently if not exists campaign_person_by_invite on campaign_person
  (account_id, campaign_id, invite_id) where completed_at is null and reminders < 3;
