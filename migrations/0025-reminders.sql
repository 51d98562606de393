-- Whether the account lets the service remind people of unfinished invites.
alter table account add column sends_reminders boolean
  generated always as (preferences ? 'reminderDays') stored;
grant select (sends_reminders) on account to timbre_system;

-- A reminder is an invite with a link of its own. It names the invite that it repeats, and the day after it.
alter table invite
  add column reminds public_id,
  add column reminder_day smallint,
  add constraint invite_reminder_day check ((reminds is null) = (reminder_day is null) and reminder_day >= 1);
-- Each is sent once, whatever the number of processes.
create unique index invite_reminder on invite (account_id, reminds, reminder_day) where reminds is not null;

-- What a reminder depends on is checked again before each attempt to send it.
alter table outbox add column is_reminder boolean not null default false;
