-- What people do, counted: for the usage report. No row names anyone, so deleting a person changes none.
--
-- One row per quarter of an hour, because every time zone in use is a whole number of quarters away from UTC: days, weeks
-- and hours of any zone are sums of rows. A person counts once in each column and attempt.
create table activity (
  account_id public_id not null references account (id) on delete cascade,
  slot timestamptz not null,
  -- What happened in this quarter. Invited: the first message was accepted, or the person came by a public link.
  invited integer not null default 0,
  opened integer not null default 0,
  started integer not null default 0,
  completed integer not null default 0,
  -- How far those who were invited in this quarter have come since.
  invited_opened integer not null default 0,
  invited_started integer not null default 0,
  invited_completed integer not null default 0,
  primary key (account_id, slot)
);

-- What is counted beside the numbers of people could tell something of one person: their device, or how reliable their
-- answers are. So people are counted together in tens, in the order in which they come, and a ten is shown once it has ten.
-- Whatever periods are asked for and subtracted, what is left is of at least ten people.
create table opening_ten (
  account_id public_id not null references account (id) on delete cascade,
  number integer not null,
  people smallint not null check (people between 1 and 10),
  -- The quarter of the last of them.
  ended_at timestamptz not null,
  -- The rest used something else, or did not say.
  phone smallint not null,
  tablet smallint not null,
  desktop smallint not null,
  primary key (account_id, number)
);
create index opening_ten_ended on opening_ten (account_id, ended_at);

create table completion_ten (
  account_id public_id not null references account (id) on delete cascade,
  number integer not null,
  people smallint not null check (people between 1 and 10),
  ended_at timestamptz not null,
  -- Outcomes of response quality; the rest has none.
  ok smallint not null,
  caution smallint not null,
  invalid smallint not null,
  -- Sorted, so that the place in one list says nothing of the other.
  locales text[] not null,
  minutes smallint[] not null,
  primary key (account_id, number)
);
create index completion_ten_ended on completion_ten (account_id, ended_at);

-- Coaches see no counts of everyone. Asked once per statement: as a condition of each row it would take most of the time.
alter table activity enable row level security;
alter table activity force row level security;
create policy own_account on activity to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on activity as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null);
grant select, insert, update, delete on activity to timbre_app;

alter table opening_ten enable row level security;
alter table opening_ten force row level security;
create policy own_account on opening_ten to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on opening_ten as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null);
grant select, insert, update, delete on opening_ten to timbre_app;

alter table completion_ten enable row level security;
alter table completion_ten force row level security;
create policy own_account on completion_ten to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
create policy coaches on completion_ten as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null);
grant select, insert, update, delete on completion_ten to timbre_app;
