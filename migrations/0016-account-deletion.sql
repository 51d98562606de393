-- Calls between regions that came in during the last minutes. A call counts once, whichever process of the region
-- receives it and whether or not that process was restarted since.
create table region_nonce (
  -- The zone that calls.
  zone text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (zone, nonce)
);
create index region_nonce_expiry on region_nonce (expires_at);

-- Accounts whose deletion has begun. A row outlives its account until the authorization server was told, so nothing here
-- refers to the account.
create table account_deletion (
  account_id public_id primary key,
  begun_at timestamptz not null,
  -- When the last row of the account was removed; until then the deletion can be continued.
  done_at timestamptz
);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['region_nonce', 'account_deletion']
  loop
    execute format('alter table %I enable row level security', tablename);
    execute format('alter table %I force row level security', tablename);
    execute format('create policy installation on %I to timbre_system using (true) with check (true)', tablename);
    execute format('grant select, insert, update, delete on %I to timbre_system', tablename);
  end loop;
end
$$;

-- What no operation may remove goes with its account, and only once the deletion of that account has begun.
create policy deletion on account for delete to timbre_system
  using (exists (select 1 from account_deletion deletion where deletion.account_id = account.id));
create policy deletion on audit_entry to timbre_system
  using (exists (select 1 from account_deletion deletion where deletion.account_id = audit_entry.account_id))
  with check (false);
grant select (account_id, seq), delete on audit_entry to timbre_system;
