-- Which emails a member wants about the people of the account. A kind without a row is off.
create table member_notice (
  account_id public_id not null,
  member_id public_id not null,
  kind text not null check (kind in ('completed', 'inviteFailed', 'erasureRequested')),
  frequency text not null check (frequency in ('atOnce', 'daily', 'weekly')),
  -- Only people with one of these tags; everyone if null.
  tag_ids text[],
  -- The number of the last event that was emailed, or that needs no email.
  seq bigint not null check (seq >= 0),
  -- When the next digest is due. Of a kind that is emailed at once only while it has reached the daily maximum.
  digest_due_at timestamptz check (frequency = 'atOnce' or digest_due_at is not null),
  primary key (account_id, member_id, kind),
  foreign key (account_id, member_id) references member (account_id, id) on delete cascade
);
create index member_notice_due on member_notice (digest_due_at) where digest_due_at is not null;
create index member_notice_at_once on member_notice (account_id, seq)
  where frequency = 'atOnce' and digest_due_at is null;

-- Which events an email is about: those after one number up to another. Written with the email; no number is left twice,
-- whatever the number of processes and crashes. Removed with the choice, and then the email is not sent.
create table member_notice_email (
  account_id public_id not null,
  member_id public_id not null,
  kind text not null,
  after_seq bigint not null,
  up_to_seq bigint not null check (up_to_seq > after_seq),
  outbox_id public_id not null,
  is_digest boolean not null,
  created_at timestamptz not null,
  primary key (account_id, member_id, kind, after_seq),
  foreign key (account_id, member_id, kind) references member_notice (account_id, member_id, kind) on delete cascade
);
create index member_notice_email_outbox on member_notice_email (account_id, outbox_id);

do $$
declare
  tablename text;
begin
  foreach tablename in array array['member_notice', 'member_notice_email']
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

-- The task finds its work over all accounts; the work itself is done within each account.
create policy work on member_notice for select to timbre_system using (true);
grant select on member_notice to timbre_system;
create policy work on event_head for select to timbre_system using (true);
grant select on event_head to timbre_system;

-- The choice is checked again before each attempt to send it.
alter table outbox add column is_member_notice boolean not null default false;
