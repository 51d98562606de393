-- concurrently
-- Who caused an event is the actor of the entry of the same request on the same thing. Without this, all entries of that thing
-- are read until the request is found, for each event; a tag can have a hundred thousand.
create index concurrently if not exists audit_entry_request on audit_entry (account_id, request_id, target_id)
  where actor_kind in ('member', 'client');
