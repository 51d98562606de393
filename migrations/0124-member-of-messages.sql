-- The member whom an email is for: an invitation to the account, a notice, a digest. Unknown, so null, for messages of earlier
-- versions. It stays when the member has left, and then names nobody.
alter table outbox add column member_id text;
