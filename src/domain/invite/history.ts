import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Account, type Context, type InstallationConfig, operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { PageNumber, PageSize, PublicId, Timestamp } from '../../contract/shapes.ts'
import { mayRemind } from '../account/billing.ts'
import { listStopped, type StoppedAddresses } from '../message/opt-out.ts'
import { isQuiet, quietEnd } from '../message/quiet-hours.ts'
import { findProfile } from '../profile/store.ts'
import {
  inviteStateOf,
  inviteStates,
  isAddressChanged,
  isWrongPerson,
  type ProfileAddresses,
} from './state.ts'
import { countInvites, type InviteRow, listInvitesOf } from './store.ts'

export const InviteEntry = z
  .strictObject({
    id: PublicId,
    channel: z
      .enum(['email', 'sms', 'link'])
      .meta({ description: 'How it was sent. `link`: the person started from a public link.' }),
    state: z
      .enum(inviteStates)
      .meta({ description: 'Status at the time of the response.', examples: ['opened'] }),
    sentAt: Timestamp.nullable().meta({ description: "When the message was sent. Null if it wasn't." }),
    expiresAt: Timestamp.meta({
      description: 'When the link ends or ended.',
      examples: ['2026-11-28T09:00:00.000Z'],
    }),
    openedAt: Timestamp.nullable().meta({ description: 'When the person first started from it.' }),
    campaignId: PublicId.nullable().meta({
      description: 'The campaign it belongs to; null without one.',
      examples: [null],
    }),
    isReminder: z.boolean().meta({
      description: 'Whether the service sent it by itself, on one of `reminderDays`.',
      examples: [false],
    }),
    bounced: z.boolean().meta({
      description:
        'Whether a mail server has refused this address for good. No more invites and reminders are sent there until it ' +
        'is corrected, or tried again with `tryAgain`.',
      examples: [false],
    }),
    wrongPersonAt: Timestamp.nullable().meta({
      description: 'When someone reported with this link that they are not this person. Null if nobody has.',
      examples: [null],
    }),
    wrongPerson: z.boolean().meta({
      description:
        'Whether that still holds: the person has this address, and nobody has confirmed it. No more invites and ' +
        'reminders are sent there until it is corrected, or confirmed with `tryAgain`.',
      examples: [false],
    }),
    optedOut: z.boolean().meta({
      description: 'Whether the person has unsubscribed at this address. No more emails can be sent there.',
      examples: [false],
    }),
    addressChanged: z.boolean().meta({
      description:
        'Whether the person has another address or number than the one it went to, or none. What is known of the former one, ' +
        'such as `failed`, `bounced` and `optedOut`, says nothing about the present one.',
      examples: [false],
    }),
    heldUntil: Timestamp.nullable().meta({
      description:
        "When a reminder goes out that waits because it is night in the account's time zone. Null for everything else.",
      examples: [null],
    }),
  })
  .meta({ id: 'Invite', description: 'An invite, without its link and address.' })

export const listInvites = operation({
  name: 'list_invites',
  summary: 'List the invites of a profile',
  description:
    'Newest first. `queued`: the message is waiting to be sent. `sent`: it was sent. `opened`: the ' +
    'person started from the link. `expired`: seven days have passed. `superseded`: replaced by a ' +
    "newer link, or the address changed. `failed`: the message couldn't be delivered. The link itself " +
    'is never shown.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ profileId: PublicId, limit: PageSize, page: PageNumber }),
  output: z.array(InviteEntry),
  rest: {
    group: 'assessment invites',
    route: 'GET /profile/{profileId}/invites',
    sdk: 'invites.list',
    key: 'invites',
    status: 200,
  },
  async run({ sql, account, now, installation }, { profileId, limit, page }) {
    const profile = await findProfile(sql, account.id, profileId)
    if (!profile) throw new Failure('profile_not_found')
    const pageInput = { limit, page }
    const rows = await listInvitesOf(sql, account.id, profileId, rowRangeOf(pageInput))
    const total = await countInvites(sql, account.id, profileId)
    const stopped = await listStoppedRecipients({ sql, account, installation }, rows)
    const at = now()
    return {
      resource: rows.map((invite) =>
        toInviteEntry(invite, { addresses: profile, stopped, now: at, account, installation }),
      ),
      siblings: { pagination: paginationOf(pageInput, total) },
    }
  },
})

/** Which addresses of these invites get no more emails of the account, and why. */
export function listStoppedRecipients(
  { sql, account, installation }: Pick<Context, 'sql' | 'account' | 'installation'>,
  invites: readonly InviteRow[],
): Promise<StoppedAddresses> {
  const addresses = invites.flatMap(({ channel, recipient }) =>
    channel === 'email' && recipient ? [recipient] : [],
  )
  return listStopped(sql, { accountId: account.id, addresses, installation })
}

/** An invite in the shape of the API. Its state depends on the profile's current addresses. */
export function toInviteEntry(
  invite: InviteRow,
  {
    addresses,
    stopped,
    now,
    account,
    installation,
  }: {
    addresses: ProfileAddresses
    stopped: StoppedAddresses
    now: Date
    account: Account
    installation: Pick<InstallationConfig, 'trial'>
  },
): z.output<typeof InviteEntry> {
  const isAmong = (stopped: ReadonlySet<string>) =>
    invite.channel === 'email' && stopped.has(invite.recipient ?? '')
  const [bounced, optedOut] = [isAmong(stopped.bounced), isAmong(stopped.optedOut)]
  const state = inviteStateOf(invite, addresses, now)
  // Others are left out in the morning.
  const isWanted = !bounced && !optedOut && mayRemind(account, installation, now)
  const isHeld = state === 'queued' && invite.reminds !== null && isWanted
  return {
    id: invite.id,
    channel: invite.channel,
    state,
    sentAt: timeOf(invite.sent_at),
    expiresAt: new Date(invite.expires_at).toISOString(),
    openedAt: timeOf(invite.opened_at),
    campaignId: invite.campaign_id,
    isReminder: invite.reminds !== null,
    wrongPersonAt: timeOf(invite.wrong_person_at),
    wrongPerson: isWrongPerson(invite, addresses),
    bounced,
    optedOut,
    addressChanged: isAddressChanged(invite, addresses),
    heldUntil: isHeld ? nightEnd(account, now) : null,
  }
}

/** When the night ends in which nobody is reminded; null by day. */
function nightEnd({ preferences }: Pick<Account, 'preferences'>, now: Date): string | null {
  const zone = preferences.timezone ?? 'UTC'
  return isQuiet(now, zone) ? quietEnd(now, zone).toISOString() : null
}

export function timeOf(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString()
}
