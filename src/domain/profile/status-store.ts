import { hasWrongPerson } from './wrong-person-store.ts'

/** How far a person has come, in the order of the funnel. */
export const profileStatuses = [
  'notInvited',
  'sent',
  'opened',
  'inProgress',
  'completed',
  'bounced',
  'wrongPerson',
  'expired',
] as const
export type ProfileStatus = (typeof profileStatuses)[number]

/**
 * Whether an invite is one for the current attempt that reached the person, as an SQL expression over a row of `invite`:
 * not an address at which someone has reported since then that it isn't meant for them.
 */
export const reachedInAttempt = `not exists (select from wrong_person report
      join invite told on told.account_id = report.account_id and told.id = report.invite_id
     where report.account_id = invite.account_id and report.profile_id = invite.profile_id
       and told.recipient is not distinct from invite.recipient and invite.created_at <= report.reported_at)
  and not exists (select from former_attempt former
    where former.account_id = invite.account_id and former.profile_id = invite.profile_id
      and former.replaced_at >= invite.created_at)`

const isUntouched = 'not profile.is_completed and profile.date_started is null'

/**
 * What is true of every row of `profile` with a status, as SQL: with it, the status is computed for few others. $1 is the
 * account. Reports of wrong people are few.
 */
export const impliedByStatus: Record<ProfileStatus, string> = {
  notInvited: isUntouched,
  sent: isUntouched,
  opened: isUntouched,
  inProgress: 'not profile.is_completed and profile.date_started is not null',
  completed: 'profile.is_completed',
  bounced: isUntouched,
  wrongPerson: `not profile.is_completed and profile.id = any(array(
    select profile_id::text from wrong_person where account_id = $1 and settled_at is null))`,
  expired: isUntouched,
}

/** Whether an invite went to an address that the person no longer has, over rows of `invite` and `profile`. */
const hasOtherAddress = `(invite.channel <> 'link' and invite.recipient is distinct from
  case invite.channel when 'email' then profile.email else profile.phone end)`

/** Whether the person has an invite for the current attempt that reached them and of which this is true. */
const hasInvite = (where: string) => `exists (select from invite where invite.account_id = profile.account_id
  and invite.profile_id = profile.id and ${where} and ${reachedInAttempt})`
const hasOpened = hasInvite('invite.opened_at is not null')
const wasReached = hasInvite(
  "invite.failed_at is null and (invite.sent_at is not null or invite.channel = 'link')",
)

/**
 * The status of a row of `profile`, as an SQL expression; `at` is the bound time by which invites expire. The states of
 * the latest invite are those of `inviteStateOf`: one that waits to be sent counts as sent, one that was replaced or
 * revoked as expired. A newer link leaves it that the person has opened an earlier one, as in campaigns. One that failed
 * at an address that was changed since reached nobody, so what counts is what earlier ones did: if none of them was
 * opened or sent, the person is not invited.
 */
export function statusColumn(at: string): string {
  return `case
    when profile.is_completed then 'completed'
    when ${hasWrongPerson} then 'wrongPerson'
    when profile.date_started is not null then 'inProgress'
    else coalesce((
      select case
          when invite.failed_at is not null and invite.opened_at is null
            then case when not ${hasOtherAddress} then 'bounced' when ${hasOpened} then 'opened'
              when ${wasReached} then 'expired' else 'notInvited' end
          when invite.superseded_at is not null or invite.revoked_at is not null then 'expired'
          when ${hasOtherAddress} then 'expired'
          when invite.expires_at <= ${at}::timestamptz then 'expired'
          when invite.opened_at is not null then 'opened'
          when ${hasOpened} then 'opened'
          else 'sent'
        end
        from invite where invite.account_id = profile.account_id and invite.profile_id = profile.id
       order by invite.created_at desc, invite.id desc limit 1), 'notInvited')
  end`
}
