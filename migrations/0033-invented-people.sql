-- 'sandbox' for invented people, null for everyone else. Only the profiles of a sandbox can refer to its mode.
alter table profile add column invented_in text;
alter table profile add constraint profile_invented_in check (invented_in = 'sandbox') not valid;
alter table profile add constraint profile_invented_in_sandbox
  foreign key (account_id, invented_in) references account (id, mode) not valid;
