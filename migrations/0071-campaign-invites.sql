-- concurrently
-- Reminders look for the invites of a campaign by their time.
create index concurrently if not exists invite_campaign on invite (account_id, campaign_id, created_at)
  where campaign_id is not null;
