-- The only account that the passkey opens: it was added in a session that opened no other. Null for all accounts.
alter table passkey add column only_account_id text;
