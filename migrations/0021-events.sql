-- What happened in an account, for other software to read: ids, states and names of fields, never names, addresses,
-- answers, scores or texts. Written in the transaction of the change. Kept for 30 days.
create table event_head (
  account_id public_id not null references account (id) on delete cascade,
  -- The number of the newest event. Locked by every writer until its transaction ends, so that numbers are in the order
  -- of commits. A sequence would give them in the order of statements, and readers would skip late ones.
  seq bigint not null check (seq >= 0),
  primary key (account_id)
);

create table event (
  account_id public_id not null references account (id) on delete cascade,
  -- 1, 2, 3 and so on for each account, without gaps.
  seq bigint not null check (seq >= 1),
  id public_id not null,
  type text not null collate "C",
  at timestamptz not null,
  -- The person it is about. No foreign key: the event of a deletion outlives the profile.
  profile_id public_id,
  -- The body as it is read and sent, byte for byte, which is why it is not jsonb.
  body json not null,
  primary key (account_id, seq)
);
create unique index event_id on event (account_id, id);
create index event_type on event (account_id, type, seq);
create index event_profile on event (account_id, profile_id, seq) where profile_id is not null;

-- Links whose end is an event: one row for each link that may still expire. Links that were made before this table
-- expire without an event.
create table link_expiry (
  account_id public_id not null references account (id) on delete cascade,
  kind text not null check (kind in ('invite', 'share')),
  link_id public_id not null,
  due_at timestamptz not null,
  primary key (account_id, kind, link_id)
);
create index link_expiry_due on link_expiry (due_at);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['event_head', 'event', 'link_expiry']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy own_account on %I to timbre_app
      using (account_id = current_setting(''app.account'', true))
      with check (account_id = current_setting(''app.account'', true))', tablename);
  end loop;
end
$$;
grant select, insert, update on event_head to timbre_app;
grant select, insert, delete on event to timbre_app;
grant select, insert, update, delete on link_expiry to timbre_app;

-- The sweep finds its work over all accounts; the work itself is done within each account.
create policy work on link_expiry for select to timbre_system using (true);
grant select on link_expiry to timbre_system;

-- The limits of a trial that have been reported as reached, each once.
alter table account add column trial_limits_reached text[] not null default '{}';
