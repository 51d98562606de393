import { z } from 'zod'
import { Cursor, type CursorScope, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId, OptionalPageNumber, PageSize, PublicId, Timestamp } from '../../contract/shapes.ts'
import { listOptedOut } from '../message/opt-out.ts'
import { Step } from './model.ts'
import { type CampaignPersonKey, findCampaign, listCampaignPersonRows } from './store.ts'
import { accountDay } from './view.ts'

const text = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] })

const CampaignPerson = z
  .strictObject({
    profileId: PublicId.meta({ description: 'Id of the profile.' }),
    firstName: text('First name.', 'Ada'),
    lastName: text('Last name.', 'Osei'),
    email: text('Email address.', 'ada@example.com'),
    phone: text('Phone number.', '+4915112345678'),
    step: Step,
    assessment: AssessmentId.nullable().meta({
      description: 'For `started`: the assessment in progress, or the next one.',
      examples: ['focus'],
    }),
    since: Timestamp.meta({ description: 'When the person came to this step.' }),
    messagedAt: Timestamp.meta({ description: 'When the last invite or reminder to them was queued.' }),
    reminders: z
      .int()
      .meta({ description: 'Reminders since the last invite, at most three.', examples: [1] }),
    isReminderAsked: z.boolean().meta({
      description: 'Whether a reminder that someone asked for is still to come.',
      examples: [false],
    }),
    optedOut: z.boolean().meta({
      description: 'Whether the person has unsubscribed at this address. No more emails can be sent there.',
      examples: [false],
    }),
  })
  .meta({ id: 'CampaignPerson', description: 'A person in a campaign.' })

export const listCampaignPeople = operation({
  name: 'list_campaign_people',
  summary: 'List the people of a campaign, and where each is',
  scope: 'profiles:read',
  reveals: 'identity',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing', 'invalid'],
  input: z.strictObject({
    campaignId: PublicId,
    step: Step.optional().meta({ description: 'Only people at this step.' }),
    isStuck: z
      .boolean('must be true or false')
      .optional()
      .meta({
        description: 'Only people who have not completed, or only those who have.',
        examples: [true],
      }),
    sortProp: z
      .enum(['name'], { error: 'must be name' })
      .optional()
      .meta({ description: 'Sort field. Default: by id.', examples: ['name'] }),
    limit: PageSize,
    page: OptionalPageNumber,
    after: Cursor,
  }),
  output: z.array(CampaignPerson),
  rest: {
    group: 'campaigns',
    route: 'GET /campaign/{campaignId}/people',
    sdk: 'campaigns.listPeople',
    key: 'people',
    status: 200,
  },
  async run(context, { campaignId, step, isStuck, sortProp, limit, page, after }) {
    const { sql, account, installation } = context
    if (!(await findCampaign(sql, accountDay(context), campaignId))) throw new Failure('campaign_not_found')
    const order = `campaign=${campaignId}&step=${step ?? ''}&isStuck=${isStuck ?? ''}${sortProp ? '&sort=name' : ''}`
    const scope = { ...(sortProp ? nameScope : idScope), accountId: account.id, order }
    const start = startOf({ page, limit, cursor: after }, scope)
    const asked = { accountId: account.id, campaignId, step, isStuck, byName: sortProp === 'name' }
    const found = await listCampaignPersonRows(sql, asked, rowsToRead(start))
    const { rows, pagination, cursor } = pageOf(
      start,
      found,
      scope,
      (row): CampaignPersonKey => (sortProp ? [row.nameKey, row.profileId] : [row.profileId]),
    )
    const addresses = rows.flatMap(({ email }) => email ?? [])
    const stopped = await listOptedOut(sql, { accountId: account.id, addresses, installation })
    return {
      resource: rows.map(({ nameKey: _, ...row }) => ({
        ...row,
        since: new Date(row.since).toISOString(),
        messagedAt: new Date(row.messagedAt).toISOString(),
        optedOut: row.email !== null && stopped.has(row.email),
      })),
      siblings: { pagination },
      cursor,
    }
  },
})

type ListScope = Omit<CursorScope<CampaignPersonKey>, 'accountId'>

const idScope: ListScope = {
  parameter: 'after',
  list: 'people of a campaign',
  key: z.tuple([PublicId]),
}

const nameScope: ListScope = {
  ...idScope,
  key: z.tuple([
    z
      .string()
      .max(1_000)
      .regex(/^[^\0]*$/),
    PublicId,
  ]),
}
