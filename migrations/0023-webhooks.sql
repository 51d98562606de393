-- Webhook endpoints: where events are sent. Address and secrets are sealed under SECRET_KEY, because an address often is
-- a capability; the host is kept in clear for logs and lists.
create table webhook_endpoint (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text,
  -- Null: all types, including later ones. `profile.*` stands for all types of that group.
  types text[],
  strict boolean not null default false,
  max_in_flight smallint not null default 4 check (max_in_flight between 1 and 16),
  include_custom_ids boolean not null default false,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'deleted')),
  -- Why the service disabled it; null if someone did.
  disabled_reason text,
  -- Everything from here to the secrets is emptied when the endpoint is deleted.
  url_sealed bytea,
  url_host text not null,
  url_end text not null,
  -- An HMAC of address and types: there is one endpoint for each.
  url_key bytea not null,
  secret_sealed bytea,
  former_secret_sealed bytea,
  former_secret_until timestamptz,
  -- Who created it. An endpoint that an app created ends with its grant.
  client_id text,
  grant_id public_id,
  -- How it does: failures since the last success, and since when.
  last_success_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  notices smallint not null default 0,
  -- Nothing is sent before, because the receiver asked for that (429, 503).
  held_until timestamptz,
  last_served_at timestamptz,
  -- Times of recent tests, to limit them.
  tests timestamptz[] not null default '{}',
  primary key (account_id, id)
);
create unique index webhook_endpoint_address on webhook_endpoint (account_id, url_key) where state <> 'deleted';

-- An event that is sent to an endpoint, or was.
create table webhook_delivery (
  account_id public_id not null,
  id public_id not null,
  webhook_id public_id not null,
  event_seq bigint not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
  due_at timestamptz not null,
  leased_until timestamptz,
  attempts smallint not null default 0,
  is_replay boolean not null default false,
  -- Why it was cancelled.
  reason text,
  done_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhook_endpoint (account_id, id) on delete cascade,
  foreign key (account_id, event_seq) references event (account_id, seq) on delete cascade
);
create unique index webhook_delivery_event on webhook_delivery (account_id, webhook_id, event_seq);
create index webhook_delivery_of_event on webhook_delivery (account_id, event_seq);
create index webhook_delivery_due on webhook_delivery (account_id, webhook_id, is_replay, due_at)
  where state = 'waiting';
create index webhook_delivery_waiting on webhook_delivery (account_id, webhook_id, event_seq)
  where state = 'waiting';

create table webhook_attempt (
  account_id public_id not null,
  delivery_id public_id not null,
  webhook_id public_id not null,
  -- Counted over all tries of the delivery, replays included.
  n integer not null,
  at timestamptz not null,
  status smallint,
  milliseconds integer not null,
  error text,
  -- The beginning of the answer, without secrets and addresses.
  excerpt text,
  primary key (account_id, delivery_id, n),
  foreign key (account_id, delivery_id) references webhook_delivery (account_id, id) on delete cascade
);
create index webhook_attempt_time on webhook_attempt (account_id, webhook_id, at);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['webhook_endpoint', 'webhook_delivery', 'webhook_attempt']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
    execute format('grant select, insert, update, delete on %I to timbre_app', tablename);
  end loop;
end
$$;

-- The worker claims what is due over all accounts. Outcomes are recorded within each account.
create policy work on webhook_endpoint to timbre_system using (true) with check (true);
grant select on webhook_endpoint to timbre_system;
grant update (last_served_at) on webhook_endpoint to timbre_system;
create policy work on webhook_delivery to timbre_system using (true) with check (true);
grant select on webhook_delivery to timbre_system;
grant update (leased_until, attempts) on webhook_delivery to timbre_system;
create policy work on event for select to timbre_system using (true);
grant select on event to timbre_system;
