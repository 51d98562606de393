-- Keys under which the security log hashes networks, one for each day and random, so that nobody can compute a hash once
-- its key has been deleted after 30 days. They belong to the installation and are sealed under SECRET_KEY.
create table network_key (
  day date primary key,
  key_sealed bytea not null,
  created_at timestamptz not null
);

alter table network_key enable row level security;
alter table network_key force row level security;
create policy installation on network_key to timbre_system using (true) with check (true);
grant select, insert, update, delete on network_key to timbre_system;
