-- What owners are shown of their machine clients: by which four characters they know a secret again, and when a client
-- and each of its secrets was last used. Both are columns of rows that are there; secrets that were made before have
-- no last four characters, because only their hashes are kept.
alter table machine_client add column last_used_at timestamptz;
alter table machine_secret
  add column last_four text check (length(last_four) = 4),
  add column last_used_at timestamptz;

-- The demo signs its owner in by a link that is printed where the service was started.
alter table person_session drop constraint person_session_method_check;
alter table person_session add constraint person_session_method_check
  check (method in ('code', 'passkey', 'link'));
