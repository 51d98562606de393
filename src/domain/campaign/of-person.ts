import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { AssessmentId, PageNumber, PageSize, PublicId, Timestamp } from '../../contract/shapes.ts'
import { mayRemind } from '../account/billing.ts'
import { dayIn } from '../message/date-time.ts'
import { listUnreachable } from '../message/opt-out.ts'
import { quietEnd } from '../message/quiet-hours.ts'
import { quietZoneOf } from '../reminder/check.ts'
import { CampaignState, Step } from './model.ts'
import { nextReminderAt } from './next-reminder.ts'
import { listCampaignRowsOfPerson, type PersonCampaignRow } from './store.ts'
import { accountDay } from './view.ts'

const PersonCampaign = z
  .strictObject({
    id: PublicId.meta({ description: 'Id of the campaign.', examples: ['6920318e4b1a0c7d2e8f5a90'] }),
    name: z.string().meta({ description: 'Name.', examples: ['Sales team, spring'] }),
    state: CampaignState,
    deadline: z
      .string()
      .nullable()
      .meta({ description: 'Last day to answer.', examples: ['2026-12-18'] }),
    step: Step,
    assessment: AssessmentId.nullable().meta({
      description: 'For `started`: the assessment in progress, or the next one.',
      examples: ['focus'],
    }),
    invitedAt: Timestamp.meta({ description: 'When the person was invited in it last.' }),
    messagedAt: Timestamp.meta({ description: 'When the last invite or reminder to them was queued.' }),
    reminders: z
      .int()
      .meta({ description: 'Reminders since the last invite, at most three.', examples: [1] }),
    nextReminderAt: Timestamp.nullable().meta({
      description:
        'When the next reminder is due; it follows within two days of it. Null if none will be sent, as things are now.',
      examples: [null],
    }),
  })
  .meta({ id: 'PersonCampaign', description: 'A campaign that a person is in.' })

export const listProfileCampaigns = operation({
  name: 'list_profile_campaigns',
  summary: 'List the campaigns of a profile',
  description: 'Those in which the person was invited, the latest invite first, with where they are in each.',
  scope: 'profiles:read',
  // A name, days, and this person's steps: nothing is counted over the people of a campaign.
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ profileId: PublicId, limit: PageSize, page: PageNumber }),
  output: z.array(PersonCampaign),
  rest: {
    group: 'campaigns',
    route: 'GET /profile/{profileId}/campaigns',
    sdk: 'campaigns.listOfProfile',
    key: 'campaigns',
    status: 200,
  },
  async run(context, { profileId, limit, page }) {
    const { sql, account, installation } = context
    const asked = { ...accountDay(context), profileId }
    const found = await listCampaignRowsOfPerson(sql, asked, rowRangeOf({ limit, page }))
    if (!found) throw new Failure('profile_not_found')
    const { rows, total } = found
    const addresses = rows.flatMap(({ recipient }) => recipient ?? [])
    const stopped = await listUnreachable(sql, { accountId: account.id, addresses, installation })
    return {
      resource: rows.map((row) => toPersonCampaign(context, row, stopped)),
      siblings: { pagination: paginationOf({ limit, page }, total) },
    }
  },
})

function toPersonCampaign(
  context: Context,
  { recipient, isReminderAsked, reminderDays, ...row }: PersonCampaignRow,
  stopped: ReadonlySet<string>,
): z.output<typeof PersonCampaign> {
  const isWanted = recipient !== null && !stopped.has(recipient)
  return {
    ...row,
    invitedAt: new Date(row.invitedAt).toISOString(),
    messagedAt: new Date(row.messagedAt).toISOString(),
    nextReminderAt: isWanted ? dueAt(context, { ...row, reminderDays, isReminderAsked }) : null,
  }
}

/** By day in the account's time zone, and while it may send reminders. */
function dueAt(
  { account, installation, now }: Context,
  row: Omit<PersonCampaignRow, 'recipient'>,
): string | null {
  if (!mayRemind(account, installation, now())) return null
  const zone = quietZoneOf(account)
  const due = nextReminderAt(
    {
      days: row.reminderDays,
      invitedAt: new Date(row.invitedAt),
      messagedAt: new Date(row.messagedAt),
      isAsked: row.isReminderAsked,
    },
    now(),
  )
  if (!due) return null
  const at = quietEnd(due, zone)
  const isTooLate = !row.isReminderAsked && row.deadline !== null && dayIn(at, zone) > row.deadline
  return isTooLate ? null : at.toISOString()
}
