-- Which instance runs a periodic task, and when it was last completed. Unlogged: after a crash of the database the first
-- instance that asks takes each task, and runs it at once.
create unlogged table task_lease (
  name text primary key,
  holder uuid not null,
  until timestamptz not null,
  done_at timestamptz
);

alter table task_lease enable row level security;
alter table task_lease force row level security;
create policy installation on task_lease to timbre_system using (true) with check (true);
grant select, insert, update, delete on task_lease to timbre_system;
