-- The index of profiles, by which a large account counts and pages its lists without reading everybody. It only repeats
-- what profile and profile_tag hold: the service builds it in the background, and lists from these tables until it has.
--
-- The profiles of an account stand in three orders. Each order is cut into slices, ranges of its sort key, and a slice
-- gives each of its profiles one of 2,048 slots. For each value that a list is filtered by, a row per slice has one bit
-- per slot. `place` is 2,048 × slice + slot.
create table profile_index (
  account_id public_id not null references account (id) on delete cascade,
  ready boolean not null default false,
  -- Transactions from this number on mark what they change. The index is built once all earlier ones have ended.
  marked_from bigint,
  -- How many profiles there are, without the changes that stand in profile_change.
  people integer not null default 0,
  next_slice integer not null default 0,
  primary key (account_id)
);

-- A slice holds the keys from its own on up to that of the next slice of its order.
create table profile_slice (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  -- 1: by time of creation; 2: by name; 3: by id.
  sort smallint not null check (sort between 1 and 3),
  slice integer not null,
  key_at timestamptz not null,
  key_name text not null collate "C",
  key_id text not null collate "C",
  -- Slots given out. One that became free is not given out again before the slice is divided.
  used smallint not null check (used between 0 and 2048),
  primary key (account_id, sort, slice)
);
create unique index profile_slice_key on profile_slice (account_id, sort, key_at, key_name, key_id);

-- Of profiles that are gone, too, until the index has learned it; so no foreign key to profile.
create table profile_place (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  profile_id public_id not null,
  by_creation integer,
  by_name integer,
  by_id integer,
  primary key (account_id, profile_id)
);
create unique index profile_place_creation on profile_place (account_id, by_creation);
create unique index profile_place_name on profile_place (account_id, by_name);
create unique index profile_place_id on profile_place (account_id, by_id);

create table profile_bits (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  sort smallint not null,
  value text not null collate "C",
  slice integer not null,
  bits bit(2048) not null,
  primary key (account_id, sort, value, slice)
);
create index profile_bits_slice on profile_bits (account_id, sort, slice);
alter table profile_bits alter column bits set storage plain;

-- Profiles of accounts with an index that changed since the index learned of them: lists read these from their own
-- rows. `change` is the transaction, so a mark that is made while the index learns of an earlier one stays. No foreign key to
-- profile: marks are written while profiles are removed.
create table profile_change (
  account_id public_id not null references profile_index (account_id) on delete cascade,
  profile_id public_id not null,
  change bigint not null,
  -- Profiles added less profiles removed by this transaction.
  delta smallint not null,
  primary key (account_id, profile_id, change)
);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['profile_index', 'profile_slice', 'profile_place', 'profile_bits', 'profile_change']
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

-- The worker finds its work over all accounts. Deleting an account removes its profiles and what they mark.
create policy work on profile_index for select to timbre_system using (true);
grant select (account_id, ready) on profile_index to timbre_system;
create policy work on profile_change to timbre_system using (true) with check (true);
grant select, insert, delete on profile_change to timbre_system;

-- The database itself marks, so that no statement can forget it.
create function mark_profile_change() returns trigger language plpgsql as $$
begin
  insert into profile_change (account_id, profile_id, change, delta)
  select account_id,
    case tg_op when 'DELETE' then old.id else new.id end,
    pg_current_xact_id()::text::bigint,
    case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end
    from profile_index
   where account_id = case tg_op when 'DELETE' then old.account_id else new.account_id end
  on conflict (account_id, profile_id, change) do update set delta = profile_change.delta + excluded.delta
    where excluded.delta <> 0;
  return null;
end
$$;
create trigger mark_new after insert on profile for each row execute function mark_profile_change();
create trigger mark_removed after delete on profile for each row execute function mark_profile_change();
create trigger mark_changed after update on profile for each row
  when ((old.created_at, old.name_key, old.state, old.is_completed, old.completed_assessments, old.disc_style)
    is distinct from
    (new.created_at, new.name_key, new.state, new.is_completed, new.completed_assessments, new.disc_style))
  execute function mark_profile_change();

-- A tag that is deleted leaves its bits behind: lists ask first which tags there are, and ids are not used again.
create function mark_tag_changes() returns trigger language plpgsql as $$
begin
  insert into profile_change (account_id, profile_id, change, delta)
  select distinct link.account_id, link.profile_id, pg_current_xact_id()::text::bigint, 0
    from changed_links link join profile_index on profile_index.account_id = link.account_id
    join tag on tag.account_id = link.account_id and tag.id = link.tag_id
  on conflict do nothing;
  return null;
end
$$;
create trigger mark_tagged after insert on profile_tag referencing new table as changed_links
  for each statement execute function mark_tag_changes();
create trigger mark_untagged after delete on profile_tag referencing old table as changed_links
  for each statement execute function mark_tag_changes();
revoke update on profile_tag from timbre_app;
