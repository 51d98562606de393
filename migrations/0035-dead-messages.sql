-- What a message is for, as its permit says. Unknown for messages of earlier versions.
alter table outbox add column kind text;
-- What the server said last, such as `550 RCPT TO`. Its words are not shown: they may name addresses.
alter table outbox add column failure_code text;
-- Failed messages keep their sealed content for a week, so that they can be sent again, a few times.
alter table outbox add column retries smallint not null default 0;
alter table outbox add column discarded_at timestamptz;

-- Lists read one state and channel at a time, newest first; so do the counts of what failed.
create index outbox_list on outbox (account_id, state, coalesce(channel, 'email'), id);
-- What may be removed.
create index outbox_done on outbox (account_id, done_at) where state <> 'queued';
