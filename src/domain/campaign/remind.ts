import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { idList, PublicId, Timestamp } from '../../contract/shapes.ts'
import { requireOpenCampaign } from '../campaign-progress/require-open.ts'
import { lockProfiles } from '../invite/store.ts'
import { remindOne } from '../reminder/remind-one.ts'
import { type DueReminder, listDueReminders } from '../reminder/store.ts'
import { mostReminded } from './model.ts'
import { heldUntil, listRemindable } from './remindable.ts'
import { askForReminders, countAmong } from './store.ts'

/** Sent by the request itself, half of what an account may send in a minute. The service sends the others. */
const sentAtOnce = 30

const count = z.int().min(0)

const Reminded = z
  .strictObject({
    asked: count.meta({ description: 'People who get a reminder.', examples: [7] }),
    queued: count.meta({ description: 'Of these, whose message is queued.', examples: [7] }),
    waiting: count.meta({
      description: 'Of these, whose message follows within two days, as the limits allow.',
      examples: [0],
    }),
    heldUntil: Timestamp.nullable().meta({
      description: "When the messages go out, because it is night in the account's time zone.",
      examples: [null],
    }),
  })
  .meta({ id: 'CampaignReminders', description: 'Reminders that someone asked for.' })

export const remindCampaign = operation({
  name: 'remind_campaign',
  summary: 'Remind people of a campaign who have not completed',
  description: [
    `Up to ${mostReminded} people. Left out are those who got a message within 20 hours, who answered within the last hour,`,
    'who have had three reminders since their invite, whose message failed, who have unsubscribed, asked to be deleted or',
    'were deactivated, and those whom someone has invited elsewhere since. So a second request reminds nobody twice.',
    'Limits on emails and quiet hours apply as for other reminders.',
  ].join('\n'),
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: [],
  billed: true,
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    campaignId: PublicId,
    profileIds: idList(100).optional().meta({ description: 'Only these people, if they may be reminded.' }),
  }),
  output: Reminded,
  rest: {
    group: 'campaigns',
    route: 'POST /campaign/{campaignId}/remind',
    sdk: 'campaigns.remind',
    key: 'reminders',
    status: 200,
    examples: { body: {} },
  },
  async run(context, { campaignId, profileIds }) {
    const { sql, account } = context
    await requireOpenCampaign(sql, account.id, campaignId)
    if (profileIds) await refuseOthers(context, campaignId, profileIds)
    const all = await listRemindable(context, campaignId)
    const asked = profileIds ? all.filter((one) => profileIds.includes(one.profileId)) : all
    const ids = asked.map(({ profileId }) => profileId)
    const now = context.now()
    if (ids.length > 0) await askForReminders(sql, account.id, { campaignId, profileIds: ids, now })
    const changes: Change[] = []
    const limited = new Set<DueReminder['channel']>()
    const profiles = await lockProfiles(sql, account.id, ids.slice(0, sentAtOnce))
    for (const profile of profiles.values()) {
      const query = { now, profileId: profile.id, limit: 1 }
      const [due] = await listDueReminders(sql, account.id, { kind: 'asked' }, query)
      if (!due || limited.has(due.channel)) continue
      const outcome = await remindOne(context, profile, due)
      if (outcome === 'limited') break
      if (outcome === 'channelLimited') limited.add(due.channel)
      else if (outcome !== 'skipped') changes.push({ action: 'send_reminder', ...outcome.change })
    }
    const queued = changes.length
    const target = { type: 'campaign', id: campaignId } as const
    return {
      resource: {
        asked: ids.length,
        queued,
        waiting: ids.length - queued,
        heldUntil: ids.length > 0 ? heldUntil(context) : null,
      },
      changes: ids.length > 0 ? [{ target, changes: { asked: ids.length } }, ...changes] : [],
    }
  },
})

async function refuseOthers(
  { sql, account }: Context,
  campaignId: string,
  profileIds: readonly string[],
): Promise<void> {
  if ((await countAmong(sql, account.id, { campaignId, profileIds })) === profileIds.length) return
  throw new Failure('profile_not_found', {
    message: 'One or more profiles are not in this campaign. Nobody was reminded.',
    param: 'profileIds',
  })
}
