-- When a link was last opened, to the hour. Null: not known, because the link is older than this column. New links begin
-- with -infinity: never opened.
alter table report_link add column last_opened_at timestamptz;
alter table report_link alter column last_opened_at set default '-infinity';
alter table share_link add column last_opened_at timestamptz;
alter table share_link alter column last_opened_at set default '-infinity';

-- Who had an invite sent: a program, or a member in the dashboard or through an app. All null where a person asked for it
-- themselves, and for invites from before this column.
alter table invite add column client_id text;
alter table invite add column grant_id public_id;
alter table invite add column member_id public_id;
