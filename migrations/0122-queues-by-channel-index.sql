-- concurrently
-- The next by one channel, without looking at the thousands who wait for the other one.
create index concurrently if not exists campaign_waiting_channel on campaign_waiting
  (account_id, campaign_id, channel, asked_at, place) where refused is null;
