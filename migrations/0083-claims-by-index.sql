-- concurrently
-- A worker reads what is due in the order in which it is sent, and counts what is in flight, however much waits.
create index concurrently if not exists webhook_delivery_next on webhook_delivery
  (account_id, webhook_id, is_replay, due_at, event_seq) where state = 'waiting';
create index concurrently if not exists webhook_delivery_leased on webhook_delivery
  (account_id, webhook_id, leased_until) where state = 'waiting' and leased_until is not null;
