-- concurrently
-- Links are listed by time.
create index concurrently if not exists share_link_created on share_link (account_id, created_at desc, id desc);
