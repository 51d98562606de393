-- concurrently
-- Each start of an assessment removes some sessions that have ended, without looking at those that are in use.
create index concurrently if not exists take_session_expiry on take_session (account_id, expires_at);
-- People of a campaign whom nothing is sent to are shown before those who wait, who may be very many.
create index concurrently if not exists campaign_waiting_refused on campaign_waiting
  (account_id, campaign_id, asked_at, place) where refused is not null;
-- Programs look for an order by their own key.
create index concurrently if not exists assessment_order_external on assessment_order (account_id, external_ref)
  where external_ref is not null;
-- What was given up or cancelled is looked for among all deliveries of a month.
create index concurrently if not exists webhook_delivery_given_up on webhook_delivery (account_id, webhook_id, event_seq)
  where state in ('failed', 'cancelled');
-- A directory asks for each of its people by an address before it reports them. Row security allows an index of a place in a
-- list, and none of the list; few people have more than two addresses.
create index concurrently if not exists provisioned_person_email_1 on provisioned_person
  (account_id, connection_id, (email_keys[1]));
create index concurrently if not exists provisioned_person_email_2 on provisioned_person
  (account_id, connection_id, (email_keys[2])) where email_keys[2] is not null;
create index concurrently if not exists provisioned_person_email_3 on provisioned_person (account_id, connection_id)
  where email_keys[3] is not null;
-- Expired keys of all accounts are removed a few at a time, each time without looking at those that are in use.
create index concurrently if not exists idempotency_key_expired on idempotency_key (expires_at);
