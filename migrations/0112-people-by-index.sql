-- concurrently
-- A search finds the addresses and numbers that begin with what was typed. Under row security `like` is no condition of an
-- index, because its operator could tell something of hidden rows; comparisons are, in the order of bytes. The id is in the
-- index, so that a search for a part of an address reads the index and not the row of each person.
create index concurrently if not exists profile_email_start on profile
  (account_id, email collate "C", id) where email is not null;
create index concurrently if not exists profile_phone_start on profile
  (account_id, phone collate "C", id) where phone is not null;
-- The status of someone who has not completed is computed from their invites, so a list by status looks at no one else.
create index concurrently if not exists profile_open on profile (account_id, created_at desc, id desc)
  where not is_completed;
