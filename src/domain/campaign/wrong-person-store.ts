import { hasWrongPerson } from '../profile/wrong-person-store.ts'

/**
 * Whether someone in a campaign is at the step `wrongPerson`, as an SQL expression over a row of `campaign_person`, called
 * `person`. Reports are few, so their table is looked at first. A report changes nothing in campaigns that have ended before.
 */
export const isAtWrongPerson = `(exists (select from wrong_person known
    where known.account_id = person.account_id and known.profile_id = person.profile_id and known.settled_at is null
      and not exists (select from campaign closed
        where closed.account_id = person.account_id and closed.id = person.campaign_id
          and closed.ended_at <= known.reported_at))
  and exists (select from profile
    where profile.account_id = person.account_id and profile.id = person.profile_id and ${hasWrongPerson}))`
