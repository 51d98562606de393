/**
 * Whether someone reported that they are not this person, as an SQL expression over a row of `profile`: at an address
 * that the person still has, and nobody has confirmed it or sent anything to another one since.
 */
export const hasWrongPerson = `exists (
    select from wrong_person report
      join invite told on told.account_id = report.account_id and told.id = report.invite_id
     where report.account_id = profile.account_id and report.profile_id = profile.id and report.settled_at is null
       and told.recipient = case told.channel when 'email' then profile.email else profile.phone end
       and not exists (select from invite later
         where later.account_id = report.account_id and later.profile_id = report.profile_id
           and later.created_at > report.reported_at))`
