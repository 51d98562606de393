import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { pendingRetentionOf, retentionAfterChoice } from '../account/retention.ts'
import { findDuePeople } from './store.ts'

/** People that are looked at, counted and named: few enough for an account of a million people. */
const [looked, most, named] = [20_000, 1_000, 10]

const RetentionPreview = z
  .strictObject({
    count: z
      .int()
      .min(0)
      .max(most)
      .meta({
        description:
          'People found whom these days would delete at `holdsFrom`, or now if they would hold at once, unless something ' +
          'happens with them before.',
        examples: [6],
      }),
    isComplete: z.boolean().meta({
      description: `False if there may be more: at most ${most} are counted, among the ${looked.toLocaleString('en')} oldest people.`,
      examples: [true],
    }),
    people: z
      .array(
        z.strictObject({
          id: PublicId,
          firstName: z
            .string()
            .nullable()
            .meta({ description: 'First name.', examples: ['Ada'] }),
          lastName: z
            .string()
            .nullable()
            .meta({ description: 'Last name.', examples: ['Lovelace'] }),
          email: z
            .string()
            .nullable()
            .meta({ description: 'Email address.', examples: ['ada@example.com'] }),
          phone: z
            .string()
            .nullable()
            .meta({ description: 'Phone number.', examples: ['+14155550123'] }),
        }),
      )
      .max(named)
      .meta({ description: `The first ${named} of them, oldest first.` }),
    holdsFrom: Timestamp.nullable().meta({
      description:
        'When these days would hold if they were set now: the first deletion is not before this. Null if they would hold ' +
        'at once, because they are not shorter than those that hold.',
    }),
  })
  .meta({ id: 'RetentionPreview', description: 'Whom a retention period would delete.' })

/** Before an owner decides: deleted people can't be restored. */
export const previewRetention = operation({
  name: 'preview_retention',
  summary: 'Preview whom a retention period would delete',
  description:
    'Counts and names the people who will have had no change, answer or invite for that many days once they hold. Nothing ' +
    'is deleted and nothing is set: that does `retentionDays` of the preferences.',
  scope: ['profiles:read', 'account:read'],
  reveals: 'identity',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    days: z.coerce
      .number()
      .pipe(z.int('must be a whole number').min(30, 'must be at least 30').max(3650, 'must be at most 3650'))
      .meta({ description: 'The retention period in days, as `retentionDays`.', examples: [730] }),
  }),
  output: RetentionPreview,
  rest: {
    group: 'accounts',
    route: 'GET /account/retention',
    sdk: 'accounts.previewRetention',
    key: 'data',
    status: 200,
  },
  async run({ sql, account, now }, { days }) {
    const at = now()
    // Setting days that are set already changes nothing, so what waits goes on.
    const isSet = days === account.preferences.retentionDays
    const pending = isSet ? pendingRetentionOf(account, at) : retentionAfterChoice(account, days, at)
    const firstDeletion = pending ? Date.parse(pending.holdsFrom) : at.getTime()
    const since = new Date(firstDeletion - days * 86_400_000)
    const { people, isAll } = await findDuePeople(sql, account.id, since, { looked, most })
    return {
      resource: {
        count: people.length,
        isComplete: isAll,
        people: people.slice(0, named),
        holdsFrom: pending?.holdsFrom ?? null,
      },
    }
  },
})
