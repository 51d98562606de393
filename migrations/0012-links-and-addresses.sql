-- Who made a link: through which client, under which grant, as which member. A link that an app or a program made ends
-- with its grant or its client. Links made before have none of these; they end by themselves.
alter table report_link
  add column client_id text,
  add column grant_id public_id,
  add column member_id public_id,
  -- For a person's own link: the address (or invite) they came in by, where it showed them only what was entered
  -- through it. See sitting.entered_through.
  add column shown_through text;
create index report_link_grant on report_link (account_id, grant_id) where grant_id is not null;
alter table share_link
  add column client_id text,
  add column grant_id public_id,
  add column member_id public_id,
  add column revoked_at timestamptz;
create index share_link_grant on share_link (account_id, grant_id) where grant_id is not null;

-- Which of email, phone, firstName and lastName were last set by somebody who may not read the profile. A link to such
-- an address shows only what was entered through it, until somebody who may read the profile confirms the address.
alter table profile add column unconfirmed text[] not null default '{}';
-- The address through which every answer of a sitting came, or `invite:` and the invite's id where there was no
-- address; null where answers came several ways, or before this column was there.
alter table sitting add column entered_through text;
