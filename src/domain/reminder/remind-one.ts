import type { Change, Context } from '../../contract/operation.ts'
import { findOpenCampaign } from '../campaign-progress/store.ts'
import { findAddressFailure } from '../invite/address.ts'
import { isAccountLimit, isChannelLimit, isInviteRefused, permitInvites } from '../invite/limits.ts'
import { createInvite, inviteChange } from '../invite/send.ts'
import { lockMaker } from '../link/store.ts'
import type { Profile } from '../profile/model.ts'
import type { DueReminder } from './store.ts'

/**
 * Queues one reminder to a person whose profile is locked, with a new link. It is one of the campaign of the invite that it
 * repeats, whichever others the person is in. `skipped` concerns this person, `channelLimited` all of the account by this
 * channel, `limited` the whole account.
 */
export async function remindOne(
  context: Omit<Context, 'caller'>,
  profile: Profile,
  due: DueReminder,
): Promise<{ change: Change } | 'skipped' | 'channelLimited' | 'limited'> {
  const { sql, account, installation } = context
  const { clientId, grantId, memberId, channel, recipient } = due
  const maker = { clientId, grantId, memberId }
  // A link ends with its maker, and so do its reminders.
  if (!(await lockMaker(sql, account.id, maker))) return 'skipped'
  const address = { channel, to: recipient }
  if (channel === 'sms' && installation.smsCountries === 'none') return 'skipped'
  if (await findAddressFailure(address, installation)) return 'skipped'
  const campaign =
    due.campaignId === null ? undefined : await findOpenCampaign(sql, account.id, due.campaignId)
  if (due.campaignId !== null && !campaign) return 'skipped'
  const permit = (await permitInvites(context, [{ profileId: profile.id, address }])).get(profile.id)
  if (!permit) throw new Error('The limits returned no result for this reminder.')
  if (isInviteRefused(permit)) {
    if (isChannelLimit(permit.code)) return 'channelLimited'
    return isAccountLimit(permit.code) ? 'limited' : 'skipped'
  }
  const reminder = { inviteId: due.inviteId, day: due.day }
  await createInvite(context, profile, permit, { maker, reminder, campaign })
  return { change: inviteChange(profile.id, channel) }
}
