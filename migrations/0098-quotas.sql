-- What an operator allows this account, where it differs from the settings of the installation: a number, or null for no limit.
alter table account add column quotas jsonb;
