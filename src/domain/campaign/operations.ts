import { z } from 'zod'
import { Cursor, type CursorScope, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import { Failure } from '../../contract/failure.ts'
import { foldText } from '../../contract/fold.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { idList, OptionalPageNumber, PageSize, PublicId, Timestamp } from '../../contract/shapes.ts'
import { mayRemind } from '../account/billing.ts'
import { requireOpenCampaign } from '../campaign-progress/require-open.ts'
import { readWaiting, removeAllWaiting } from '../campaign-progress/waiting-store.ts'
import { recordEvent } from '../event/record.ts'
import { refuseUnconfiguredSms } from '../invite/address.ts'
import { InviteOutcome, inviteMany, Queue } from '../invite/bulk.ts'
import { makerOf } from '../link/maker.ts'
import { listUnreachable } from '../message/opt-out.ts'
import { quietZoneOf } from '../reminder/check.ts'
import {
  Campaign,
  CampaignName,
  CampaignReminderDays,
  CampaignState,
  Deadline,
  InviteQueue,
  mostQueueListed,
  mostReminded,
  mostReminderDates,
  PersonalNote,
  SenderName,
  Stuck,
  usualReminderDays,
} from './model.ts'
import { countWaiting, heldUntil, listRemindable } from './remindable.ts'
import { listReminderDateRows, listReminderRecipients } from './reminder-date-store.ts'
import {
  type CampaignKey,
  type CampaignRow,
  endCampaignRow,
  findCampaign,
  insertCampaign,
  listCampaignRows,
  lockCampaign,
  type SearchWord,
  updateCampaignRow,
} from './store.ts'
import { accountDay, refusePastDeadline, replyMember, toCampaign, toInviteQueue, toStuck } from './view.ts'

const repliesToMe = z
  .boolean('must be true or false')
  .optional()
  .meta({
    description:
      "Whether replies come to the member who sends this, as long as they are one. Default: to the account's `replyTo`.",
    examples: [false],
  })

export const createCampaign = operation({
  name: 'create_campaign',
  summary: 'Create a campaign, and invite people in it',
  description:
    'Up to 100 people can be invited by the same request; more by `POST /profiles/invite` with `campaignId`. Each has a ' +
    'result in `results`, as there. People who have completed are skipped. If one of them is not on the account, nothing is ' +
    'created. With `onlyIfInvited` there is no campaign without people.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: ['campaign.created'],
  billed: true,
  refuses: ['invalid', 'missing', 'conflict'],
  input: z.strictObject({
    name: CampaignName,
    deadline: Deadline.optional(),
    senderName: SenderName.optional(),
    repliesToMe,
    note: PersonalNote.optional(),
    reminderDays: CampaignReminderDays.optional().meta({
      description: "Default: the account's `reminderDays`, or 3 and 6 days after the invite if it has none.",
      examples: [[3, 6]],
    }),
    profileIds: idList(100).optional(),
    channel: z
      .enum(['email', 'sms'], { error: 'must be email or sms' })
      .default('email')
      .meta({ description: 'How to send the links.', examples: ['email'] }),
    queue: Queue,
    onlyIfInvited: z
      .boolean('must be true or false')
      .optional()
      .meta({
        description:
          'Whether the campaign is created only if one of `profileIds` at least is invited now or queued. If not, the ' +
          'answer is 409 `no_one_invited`; `POST /profiles/invite` with `dryRun` says why.',
        examples: [true],
      }),
  }),
  output: Campaign,
  rest: {
    group: 'campaigns',
    route: 'POST /campaign',
    sdk: 'campaigns.create',
    key: 'campaign',
    status: 201,
    siblings: {
      results: z.array(InviteOutcome).meta({ description: 'One result per profile, in the order given.' }),
    },
    examples: { body: { name: 'Sales team, spring', note: 'We talk about the results together.' } },
  },
  async run(context, { profileIds = [], channel, queue, onlyIfInvited, repliesToMe, ...chosen }) {
    refusePastDeadline(context, chosen.deadline)
    if (profileIds.length > 0) refuseUnconfiguredSms(channel, context.installation)
    const { sql, account } = context
    const choices = {
      name: chosen.name,
      deadline: chosen.deadline ?? null,
      senderName: chosen.senderName ?? null,
      repliesToMemberId: replyMember(context, repliesToMe),
      note: chosen.note ?? null,
      reminderDays: chosen.reminderDays ?? account.preferences.reminderDays ?? usualReminderDays,
    }
    const id = context.newId()
    await insertCampaign(sql, account.id, { ...choices, id, now: context.now() })
    recordEvent(sql, { type: 'campaign.created', data: { campaignId: id } })
    const campaign = await requireOpenCampaign(sql, account.id, id)
    const maker = makerOf(context.caller)
    const invited = await inviteMany(context, { profileIds, channel, campaign, maker, queue })
    if (invited.results.some(({ reason }) => reason === 'profile_not_on_account')) {
      throw new Failure('profile_not_found', {
        message: 'One or more profiles were not found on this account. Nothing was created.',
        param: 'profileIds',
      })
    }
    if (onlyIfInvited && !invited.results.some(({ status }) => status === 'sent' || status === 'queued')) {
      throw new Failure('no_one_invited')
    }
    const row = (await findCampaign(sql, accountDay(context), id)) ?? noSuchCampaign()
    const target = { type: 'campaign', id } as const
    return {
      resource: toCampaign(row),
      siblings: { results: invited.results },
      changes: [
        { target, changes: { reminderDays: choices.reminderDays } },
        ...invited.changes.map((change) => ({ action: 'send_invites', ...change })),
      ],
    }
  },
})

export const listCampaigns = operation({
  name: 'list_campaigns',
  summary: 'List campaigns with their funnels, newest first',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['invalid'],
  input: z.strictObject({
    state: CampaignState.optional().meta({ description: 'Only campaigns in this state.' }),
    search: z
      .string()
      .max(100, 'is too long: at most 100 characters')
      .optional()
      .meta({
        description:
          'Only campaigns whose name contains every word, in any order, without regard to case and accents.',
        examples: ['autumn'],
      }),
    includeRemindable: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Adds `remindable` to each campaign.', examples: [true] }),
    limit: PageSize,
    page: OptionalPageNumber,
    after: Cursor,
  }),
  output: z.array(Campaign),
  rest: { group: 'campaigns', route: 'GET /campaigns', sdk: 'campaigns.list', key: 'campaigns', status: 200 },
  async run(context, { state, search, includeRemindable, limit, page, after }) {
    const scope = { ...cursorScope, accountId: context.account.id, order: `state=${state ?? ''}` }
    const start = startOf({ page, limit, cursor: after }, scope)
    const wanted = { ...accountDay(context), state, words: searchWords(search ?? '') }
    const found = await listCampaignRows(context.sql, wanted, rowsToRead(start))
    const { rows, pagination, cursor } = pageOf(
      start,
      found,
      scope,
      ({ createdAt, id }) => [createdAt, id] as const,
    )
    const resource = rows.map(toCampaign)
    if (includeRemindable) {
      for (const campaign of resource) campaign.remindable = await countRemindable(context, campaign)
    }
    return { resource, siblings: { pagination }, cursor }
  },
})

/** No name needs more. */
const mostWords = 8

function searchWords(search: string): SearchWord[] {
  const words = [...new Set(search.split(/\s+/u).filter(Boolean))].slice(0, mostWords)
  return words.map((written) => ({ written, folded: foldText(written).trim().replaceAll('ς', 'σ') }))
}

const cursorScope: Omit<CursorScope<CampaignKey>, 'accountId'> = {
  parameter: 'after',
  list: 'campaigns',
  key: z.tuple([Timestamp.regex(/^[12]/), PublicId]),
}

export const getCampaign = operation({
  name: 'get_campaign',
  summary: 'Get one campaign, with who is stuck where',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ campaignId: PublicId }),
  output: Campaign,
  rest: {
    group: 'campaigns',
    route: 'GET /campaign/{campaignId}',
    sdk: 'campaigns.get',
    key: 'campaign',
    status: 200,
    siblings: {
      stuck: Stuck,
      remindable: z.int().meta({
        description: `How many people \`POST /campaign/{campaignId}/remind\` would remind now, at most ${mostReminded}.`,
        examples: [7],
      }),
      heldUntil: Timestamp.nullable().meta({
        description:
          "When messages go out that are asked for now, because it is night in the account's time zone.",
        examples: [null],
      }),
      remindersWaiting: z
        .int()
        .min(0)
        .meta({
          description: 'How many reminders to its people wait to be sent, by night until `heldUntil`.',
          examples: [0],
        }),
      reminderDates: z.array(z.string()).meta({
        description:
          "Days on which reminders are due to its people, in the account's time zone, the next first; at most " +
          `${mostReminderDates}. Empty if none is to come, also because the last day comes first.`,
        examples: [['2026-12-02', '2026-12-05']],
      }),
      queue: InviteQueue,
    },
  },
  async run(context, { campaignId }) {
    const { sql, account } = context
    const row = (await findCampaign(sql, accountDay(context), campaignId)) ?? noSuchCampaign()
    const remindable = await countRemindable(context, row)
    const queue = await readWaiting(sql, { accountId: account.id, campaignId }, mostQueueListed)
    const reminderDates = await listReminderDates(context, row)
    const remindersWaiting = await countWaiting(context, row)
    return {
      resource: toCampaign(row),
      siblings: {
        ...{ stuck: toStuck(row), remindable, heldUntil: heldUntil(context) },
        ...{ remindersWaiting, reminderDates },
        queue: toInviteQueue(queue),
      },
    }
  },
})

async function listReminderDates(context: Context, row: CampaignRow): Promise<string[]> {
  const { sql, account, installation, now } = context
  if (row.state !== 'open' || row.reminderDays.length === 0) return []
  if (!mayRemind(account, installation, now())) return []
  const campaign = { accountId: account.id, campaignId: row.id }
  const addresses = await listReminderRecipients(sql, campaign)
  if (addresses.length === 0) return []
  const stopped = await listUnreachable(sql, { accountId: account.id, addresses, installation })
  const asked = { ...accountDay(context), ...campaign, zone: quietZoneOf(account), now: now() }
  return listReminderDateRows(sql, { ...asked, unreachable: [...stopped] }, mostReminderDates)
}

async function countRemindable(
  context: Context,
  { id, state }: Pick<CampaignRow, 'id' | 'state'>,
): Promise<number> {
  return state === 'ended' ? 0 : (await listRemindable(context, id)).length
}

/** RFC 7396: null removes a field, and omitted fields stay unchanged. */
export const updateCampaign = operation({
  name: 'update_campaign',
  summary: 'Change a campaign',
  description:
    'A merge patch (RFC 7396). Messages that are sent from now on have the new words, and reminders follow the new days.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['campaign.updated'],
  refuses: ['missing', 'invalid', 'conflict'],
  input: z
    .strictObject({
      campaignId: PublicId,
      name: CampaignName.optional(),
      deadline: Deadline.nullable().optional(),
      senderName: SenderName.nullable().optional(),
      repliesToMe,
      note: PersonalNote.nullable().optional(),
      reminderDays: CampaignReminderDays.optional(),
    })
    .refine((input) => Object.keys(input).length > 1, { message: 'Give at least one field to change.' }),
  output: Campaign,
  rest: {
    group: 'campaigns',
    route: 'PATCH /campaign/{campaignId}',
    sdk: 'campaigns.update',
    key: 'campaign',
    status: 200,
    examples: { body: { reminderDays: [2, 5, 9] } },
  },
  async run(context, { campaignId, repliesToMe, ...patch }) {
    const { sql, account } = context
    const before = await lockOpen(context, campaignId)
    if (patch.deadline !== before.deadline) refusePastDeadline(context, patch.deadline)
    const replies = repliesToMe === undefined ? {} : { repliesToMemberId: replyMember(context, repliesToMe) }
    const changed = Object.entries({ ...patch, ...replies }).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof CampaignRow]),
    )
    const fields = changed.map(([name]) => name).sort()
    if (fields.length > 0) {
      recordEvent(sql, { type: 'campaign.updated', data: { campaignId, fields } })
      await updateCampaignRow(sql, account.id, {
        ...before,
        ...Object.fromEntries(changed),
        now: context.now(),
      })
    }
    const row = (await findCampaign(sql, accountDay(context), campaignId)) ?? noSuchCampaign()
    const target = { type: 'campaign', id: campaignId } as const
    return { resource: toCampaign(row), changes: fields.length > 0 ? [{ target, changes: { fields } }] : [] }
  },
})

export const endCampaign = operation({
  name: 'end_campaign',
  summary: 'End a campaign',
  description:
    'Nobody is invited or reminded in it any more, and its figures stay as they are. Links that were sent still work for ' +
    '7 days each. A campaign that has ended stays so.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['campaign.ended'],
  refuses: ['missing'],
  input: z.strictObject({ campaignId: PublicId }),
  output: Campaign,
  rest: {
    group: 'campaigns',
    route: 'POST /campaign/{campaignId}/end',
    sdk: 'campaigns.end',
    key: 'campaign',
    status: 200,
  },
  async run(context, { campaignId }) {
    const { sql, account } = context
    const before = (await lockCampaign(sql, accountDay(context), campaignId)) ?? noSuchCampaign()
    // Also if it has ended: an earlier version that runs beside this one leaves the queue.
    await removeAllWaiting(sql, { accountId: account.id, campaignId })
    if (before.state !== 'ended') {
      await endCampaignRow(sql, account.id, campaignId, context.now())
      recordEvent(sql, { type: 'campaign.ended', data: { campaignId } })
    }
    const row = (await findCampaign(sql, accountDay(context), campaignId)) ?? noSuchCampaign()
    const target = { type: 'campaign', id: campaignId } as const
    return { resource: toCampaign(row), changes: before.state === 'ended' ? [] : [{ target }] }
  },
})

async function lockOpen(context: Context, campaignId: string): Promise<CampaignRow> {
  const found = (await lockCampaign(context.sql, accountDay(context), campaignId)) ?? noSuchCampaign()
  if (found.state === 'ended') throw new Failure('campaign_ended')
  return found
}

function noSuchCampaign(): never {
  throw new Failure('campaign_not_found')
}
