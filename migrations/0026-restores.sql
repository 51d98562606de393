-- While this row exists, no message and no webhook delivery is sent: after a restore the world may have them already.
create table delivery_hold (
  -- There is one row at most.
  is_on boolean primary key default true check (is_on),
  held_at timestamptz not null
);

alter table delivery_hold enable row level security;
alter table delivery_hold force row level security;
create policy installation on delivery_hold to timbre_system using (true) with check (true);
grant select, insert, delete on delivery_hold to timbre_system;
