-- concurrently
-- What a coach sees of each table. A transaction without app.coach, as of every other caller and of earlier versions, sees
-- what it saw. "is not null" rather than the value: the planner takes it for true of nearly every row, which keeps its
-- plans for everyone else; the parts after "or" are computed once for each statement of a coach, and never otherwise.

-- People, and what belongs to one person.
create policy coaches on profile as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? id::text);
create policy coaches on name_token as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on sitting as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on answer as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on stopwatch as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on result as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on former_attempt as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on invite as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on debrief as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on debrief_job as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on person_consent as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on erasure_request as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on deactivation as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_people()) ? profile_id::text);
create policy coaches on debrief_rating as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or exists (select from debrief where debrief.account_id = debrief_rating.account_id and debrief.id = debrief_id));

-- Tags: those that are their teams. What else their people are tagged with is not shown.
create policy coaches on tag as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_tags()) ? id::text);
create policy coaches on profile_tag as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null or (select coached_tags()) ? tag_id::text);
create policy coaches on resource_alias as restrictive to timbre_app
  using ((select case when sees_everyone() then true end) is not null
    or resource_type = 'profile' and (select coached_people()) ? resource_id::text
    or resource_type = 'tag' and (select coached_tags()) ? resource_id::text);

-- Themselves.
create policy coaches on member as restrictive to timbre_app
  using (sees_everyone() or id = current_setting('app.coach', true));

-- Everything: these tables tell of no one. What the account is, a public picture, keyed hashes of addresses, and times.
create policy coaches on account as restrictive to timbre_app using (true);
create policy coaches on account_logo as restrictive to timbre_app using (true);
create policy coaches on mail_opt_out as restrictive to timbre_app using (true);
create policy coaches on debrief_generation as restrictive to timbre_app using (true);

-- Nothing: these tables count people of the whole account, repeat them, or tell of them in passing. The migrator does the same
-- for tables of later migrations that say nothing of coaches.
create policy coaches on machine_client as restrictive to timbre_app using (sees_everyone());
create policy coaches on machine_secret as restrictive to timbre_app using (sees_everyone());
create policy coaches on take_session as restrictive to timbre_app using (sees_everyone());
create policy coaches on outbox as restrictive to timbre_app using (sees_everyone());
create policy coaches on mailbox_message as restrictive to timbre_app using (sees_everyone());
create policy coaches on audit_entry as restrictive to timbre_app using (sees_everyone());
create policy coaches on audit_head as restrictive to timbre_app using (sees_everyone());
create policy coaches on audit_index as restrictive to timbre_app using (sees_everyone());
create policy coaches on audit_slice as restrictive to timbre_app using (sees_everyone());
create policy coaches on audit_bits as restrictive to timbre_app using (sees_everyone());
create policy coaches on idempotency_key as restrictive to timbre_app using (sees_everyone());
create policy coaches on share_link as restrictive to timbre_app using (sees_everyone());
create policy coaches on report_link as restrictive to timbre_app using (sees_everyone());
create policy coaches on report_link_subject as restrictive to timbre_app using (sees_everyone());
create policy coaches on link_expiry as restrictive to timbre_app using (sees_everyone());
create policy coaches on app_grant as restrictive to timbre_app using (sees_everyone());
create policy coaches on revocation as restrictive to timbre_app using (sees_everyone());
create policy coaches on directory_change as restrictive to timbre_app using (sees_everyone());
create policy coaches on owner_notice as restrictive to timbre_app using (sees_everyone());
create policy coaches on failed_sign_in as restrictive to timbre_app using (sees_everyone());
create policy coaches on local_norm as restrictive to timbre_app using (sees_everyone());
create policy coaches on norm_progress as restrictive to timbre_app using (sees_everyone());
create policy coaches on profile_index as restrictive to timbre_app using (sees_everyone());
create policy coaches on profile_slice as restrictive to timbre_app using (sees_everyone());
create policy coaches on profile_place as restrictive to timbre_app using (sees_everyone());
create policy coaches on profile_bits as restrictive to timbre_app using (sees_everyone());
create policy coaches on profile_change as restrictive to timbre_app using (sees_everyone());
create policy coaches on name_words as restrictive to timbre_app using (sees_everyone());
create policy coaches on name_word as restrictive to timbre_app using (sees_everyone());
create policy coaches on name_gram as restrictive to timbre_app using (sees_everyone());
create policy coaches on event_head as restrictive to timbre_app using (sees_everyone());
create policy coaches on event as restrictive to timbre_app using (sees_everyone());
create policy coaches on webhook_endpoint as restrictive to timbre_app using (sees_everyone());
create policy coaches on webhook_delivery as restrictive to timbre_app using (sees_everyone());
create policy coaches on webhook_attempt as restrictive to timbre_app using (sees_everyone());
create policy coaches on member_notice as restrictive to timbre_app using (sees_everyone());
create policy coaches on member_notice_email as restrictive to timbre_app using (sees_everyone());
create policy coaches on sandbox as restrictive to timbre_app using (sees_everyone());
create policy coaches on assessment_order as restrictive to timbre_app using (sees_everyone());
create policy coaches on connection as restrictive to timbre_app using (sees_everyone());
create policy coaches on connection_entry as restrictive to timbre_app using (sees_everyone());
create policy coaches on order_callback as restrictive to timbre_app using (sees_everyone());
create policy coaches on provisioned_person as restrictive to timbre_app using (sees_everyone());
create policy coaches on account_move as restrictive to timbre_app using (sees_everyone());
create policy coaches on account_move_part as restrictive to timbre_app using (sees_everyone());
create policy coaches on region_heard as restrictive to timbre_app using (sees_everyone());
create policy coaches on tag_change as restrictive to timbre_app using (sees_everyone());
