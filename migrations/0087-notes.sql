-- What a member writes down about a person, for nobody else. The text is sealed with SECRET_KEY, in a context that names the
-- writer. Removed with the person, and with the member.
create table coaching_note (
  account_id public_id not null references account (id) on delete cascade,
  id public_id not null,
  member_id public_id not null,
  profile_id public_id not null,
  text_sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, member_id) references member (account_id, id) on delete cascade,
  foreign key (account_id, profile_id) references profile (account_id, id) on delete cascade
);
create index coaching_note_profile on coaching_note (account_id, profile_id, member_id, created_at);
create index coaching_note_member on coaching_note (account_id, member_id);

alter table coaching_note enable row level security;
alter table coaching_note force row level security;
create policy own_account on coaching_note to timbre_app
  using (account_id = current_setting('app.account', true))
  with check (account_id = current_setting('app.account', true));
-- Coaches: their own notes, on the people of their teams. Those on someone who has left the teams are hidden until then.
create policy coaches on coaching_note as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null
    or member_id = current_setting('app.coach', true) and (select coached_people()) ? profile_id::text);
grant select, insert, update, delete on coaching_note to timbre_app;
