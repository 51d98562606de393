-- The account whose identity provider had vouched for the person when they connected this app: the grant ends with that
-- provider, as the session does. Null if none had, and for grants from before.
alter table app_grant add column provider_account_id text;
