-- concurrently
-- Programs ask for people who changed since they last looked. They are counted in the index alone, so it has the id, which
-- row security asks for.
create index concurrently if not exists profile_changed on profile (account_id, updated_at, id);
