-- Lanes of messages: 0 sign-in codes and security notices, 1 single messages, 2 many at once. Each lane has places of its
-- own among the attempts under way, so that no code waits behind ten thousand invites.
alter table outbox add column lane smallint not null default 1;
-- Unknown for messages of earlier versions.
alter table outbox add column channel text;
-- From then on it is useless, such as a code that has expired, and isn't sent any more.
alter table outbox add column expires_at timestamptz;
-- Why the last attempt failed: recipient, content, policy, unreachable or expired.
alter table outbox add column failure text;
create index outbox_lane_due on outbox (lane, due_at) where state = 'queued';
