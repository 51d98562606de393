-- Accounts that move to another region, or came from one. A row outlives its account: it is why requests, links and
-- tokens of before are answered with the account's new home.
create table account_move (
  account_id public_id not null,
  direction text not null check (direction in ('out', 'in')),
  -- The other region.
  zone text not null,
  -- Out: `leaving` while the last emails and webhooks are sent, `frozen` until the other region has everything, then
  -- `gone`. In: `expected`, then `here`.
  state text not null,
  changed_at timestamptz not null,
  -- In: the keys of the region it came from that links and stored answers of before need.
  keys_sealed bytea,
  -- One that came from a region may move on, and one that moved away may come back.
  primary key (account_id, direction),
  check (direction = 'out' and state in ('leaving', 'frozen', 'gone') or direction = 'in' and state in ('expected', 'here'))
);
alter table account_move enable row level security;
alter table account_move force row level security;
create policy installation on account_move to timbre_system using (true) with check (true);
grant select, insert, update, delete on account_move to timbre_system;
create policy own_account on account_move to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, update, delete on account_move to timbre_app;

-- What has arrived of an account, encrypted as it was sent, until everything is here.
create table account_move_part (
  account_id public_id not null,
  number integer not null check (number >= 1),
  content bytea not null,
  primary key (account_id, number)
);
alter table account_move_part enable row level security;
alter table account_move_part force row level security;
create policy installation on account_move_part to timbre_system using (true) with check (true);
grant select, insert, update, delete on account_move_part to timbre_system;
create policy own_account on account_move_part to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
grant select, delete on account_move_part to timbre_app;

-- Every transaction that writes in an account asks this first, if the installation has several regions.
create function refuse_writes_while_moving(id text) returns void language plpgsql stable as $$
begin
  if exists (select from account_move
              where account_id = id and direction = 'out' and state in ('frozen', 'gone')) then
    raise exception 'the account is moving to another region' using errcode = 'TM001';
  end if;
end
$$;
