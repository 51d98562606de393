-- concurrently
-- Messages are listed by state and channel. Under row security the `coalesce` of outbox_list is no condition of an index: it
-- could tell something of hidden rows. `case` can't. No statement of this version reads outbox_list any more.
-- `nulls last` keeps the planner from walking the primary key instead, whatever state it believes to be frequent.
create index concurrently if not exists outbox_page on outbox
  (account_id, state, (case when channel is null then 'email' else channel end), id desc nulls last);
-- Failed messages that still have their content: they are counted with each page of the list.
create index concurrently if not exists outbox_failed on outbox (account_id, done_at)
  where state = 'failed' and content_sealed is not null;
