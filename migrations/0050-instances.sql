-- The instances of the service that use this database, with their last sign of life. Unlogged, so that an idle
-- installation writes no log that would be archived each minute; after a crash each instance adds itself again.
create unlogged table instance (
  id uuid primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

alter table instance enable row level security;
alter table instance force row level security;
create policy installation on instance to timbre_system using (true) with check (true);
grant select, insert, update, delete on instance to timbre_system;
