-- How much of a rate limit is used up, over all instances: the time at which a payer's bucket is full again (the generic
-- cell rate algorithm). Unlogged: after a crash of the database all buckets are full, and no flood of tries writes to the
-- log. Keys are HMACs, so no address can be read here.
create unlogged table limit_bucket (
  key bytea primary key,
  full_at timestamptz not null,
  -- Whether the last request was within the limit, for the statement that charges it.
  was_within boolean not null
) with (fillfactor = 50);

alter table limit_bucket enable row level security;
alter table limit_bucket force row level security;
create policy installation on limit_bucket to timbre_system using (true) with check (true);
grant select, insert, update, delete on limit_bucket to timbre_system;
