-- Whether the servers of a channel of messages can be reached, as all instances have found together.
create unlogged table message_breaker (
  channel text primary key check (channel in ('email', 'sms')),
  -- Attempts in a row that did not reach the server.
  failures integer not null check (failures >= 0),
  -- Set while nothing is sent but one message that tries it, from this time on.
  probe_at timestamptz
);

alter table message_breaker enable row level security;
alter table message_breaker force row level security;
create policy installation on message_breaker to timbre_system using (true) with check (true);
grant select, insert, update on message_breaker to timbre_system;
