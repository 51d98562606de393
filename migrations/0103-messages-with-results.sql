-- Whether an invite leads to the person's results, because they had completed when it was queued. Unknown, so false, for
-- messages of earlier versions.
alter table outbox add column is_results boolean not null default false;
