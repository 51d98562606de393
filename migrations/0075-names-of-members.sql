-- The member's name, as the account's identity provider gave it at the last sign-in.
alter table member add column name text;
