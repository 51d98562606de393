-- The audit log is narrowed by time, by what was done and by whom; without these each such look reads all entries of
-- the account. Filters by client and by kind of target do so still: every index is one more thing that each change of
-- anything has to write.
create index audit_entry_at on audit_entry (account_id, at);
create index audit_entry_action on audit_entry (account_id, action, seq desc);
create index audit_entry_actor on audit_entry (account_id, actor_id, seq desc);
