import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { AssessmentId, idList, PublicId } from '../../contract/shapes.ts'
import { countAccountProfiles } from '../account/store.ts'
import { countExistingTags } from '../tag/store.ts'
import type { ProfileInput } from './add.ts'
import { newProfileEvents } from './add.ts'
import { findOrAddProfile } from './find-or-add.ts'
import { findRepeatedRows, type ReadRow, readRow } from './import-rows.ts'
import { type ExistingProfile, findExistingProfiles } from './import-store.ts'
import { lockAndCountProfiles } from './store.ts'

const statuses = ['new', 'standing', 'completed', 'repeated', 'invalid', 'over_cap'] as const

const Outcome = z
  .strictObject({
    row: z.int().meta({ description: 'Row number, starting at 1.', examples: [1] }),
    status: z.enum(statuses).meta({
      description:
        '`new`: is, or would be, added. `standing`: already on the account. `completed`: already on the ' +
        "account, with results. `repeated`: has an address of an earlier row. `invalid`: can't be read. " +
        '`over_cap`: exceeds the trial limit.',
      examples: ['new'],
    }),
    profileId: PublicId.nullable().meta({ description: 'Id of the profile. Null if there is none (yet).' }),
    channel: z
      .enum(['email', 'sms'])
      .nullable()
      .meta({ description: "How an invite would be sent. Null if it can't be.", examples: ['email'] }),
    sameAs: z
      .int()
      .nullable()
      .meta({ description: 'The earlier row with the same address.', examples: [null] }),
    param: z
      .string()
      .nullable()
      .meta({ description: 'The field with the error.', examples: [null] }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'What is wrong, and how to fix it.', examples: [null] }),
  })
  .meta({ id: 'ImportOutcome', description: 'Result for one row of a list.' })
type Outcome = z.output<typeof Outcome>

const cell = (description: string, example: string) =>
  z
    .string()
    .max(300, 'is too long')
    .optional()
    .meta({ description, examples: [example] })

const Row = z.strictObject({
  email: cell('Email address, as entered.', 'ada@example.com'),
  phone: cell('Phone number with its country code. Blanks and dashes are ignored.', '+49 151 12345678'),
  firstName: cell('Given name.', 'Ada'),
  lastName: cell('Family name.', 'Osei'),
  locale: cell('Language, as named in the API.', 'en'),
})

export const importProfiles = operation({
  name: 'import_profiles',
  summary: 'Add a list of people, or preview the result for each row',
  description:
    "Each row is handled separately: rows that can't be read, repeat another row or are already on " +
    "the account don't affect the others, and the response has a result for each. With `dryRun` " +
    'nothing is written, and the response is a preview. No one is invited, and existing profiles are ' +
    'not changed.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: newProfileEvents,
  billed: true,
  refuses: ['missing'],
  input: z.strictObject({
    rows: z
      .array(Row)
      .min(1, 'must have at least one row')
      .max(500, 'must have at most 500 rows; send the rest in another request')
      .meta({
        description: 'The people, in order, up to 500.',
        examples: [[{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Osei' }]],
      }),
    tagIds: idList(50).optional().meta({ description: 'Tags of new profiles, up to 50.' }),
    assessmentIds: z
      .array(AssessmentId)
      .min(1, 'must name at least one assessment')
      .max(20)
      .optional()
      .meta({
        description: "Assessments of new profiles. Default: the account's.",
        examples: [['disc', 'focus']],
      }),
    dryRun: z
      .boolean()
      .optional()
      .meta({ description: 'Only preview; write nothing.', examples: [true] }),
  }),
  output: z.strictObject({
    results: z.array(Outcome).meta({ description: 'One result per row, in the order given.' }),
    profilesAfter: z
      .int()
      .meta({ description: 'Number of profiles on the account afterwards.', examples: [41] }),
    profileLimit: z
      .int()
      .nullable()
      .meta({ description: 'Maximum number of profiles. Null if unlimited.', examples: [50] }),
  }),
  rest: { group: 'profiles', route: 'POST /profiles/import', key: 'data', status: 200 },
  async run(context, { rows: sent, tagIds = [], assessmentIds, dryRun = false }) {
    const { sql, account, installation } = context
    if (tagIds.length > 0 && (await countExistingTags(sql, account.id, tagIds)) < tagIds.length) {
      throw new Failure('tag_not_found', {
        message: 'One or more tags were not found on this account. Nothing was created.',
        param: 'tagIds',
      })
    }
    const read = sent.map(readRow)
    const rows = read.map((one) => ('row' in one ? one.row : undefined))
    const repeats = findRepeatedRows(rows)
    const isTrial = account.billingStatus === 'trialing'
    const limit = isTrial ? installation.trial.profiles : null
    // Locked only if there is a limit and people are added: two concurrent imports must then see each other's people.
    let count = await (isTrial && !dryRun ? lockAndCountProfiles : countAccountProfiles)(sql, account.id)
    const holdersOf = await existingProfilesFor(context, rows)
    const results: Outcome[] = []
    const changes: Change[] = []
    for (const [index, row] of rows.entries()) {
      const one = read[index]
      const hasRoom = limit === null || count < limit
      const verdict = row
        ? classifyRow(row, { sameAs: repeats[index], holders: holdersOf(row), hasRoom })
        : ({ status: 'invalid', ...(one && 'error' in one ? one.error : {}) } as const)
      if (verdict.status === 'new') count += 1
      const added =
        verdict.status === 'new' && row && !dryRun
          ? await add(context, { ...row, tagIds, assessmentIds })
          : undefined
      if (added) changes.push(...added.changes)
      results.push({ ...blank, row: index + 1, ...verdict, ...(added && { profileId: added.profileId }) })
    }
    return { resource: { results, profilesAfter: count, profileLimit: limit }, changes }
  },
})

const blank = { profileId: null, channel: null, sameAs: null, param: null, message: null }

type RowClassification = Pick<Outcome, 'status'> & Partial<Outcome>

/** The outcome of a valid row. */
function classifyRow(
  row: ReadRow,
  {
    sameAs,
    holders,
    hasRoom,
  }: { sameAs: number | undefined; holders: readonly ExistingProfile[]; hasRoom: boolean },
): RowClassification {
  const channel = row.email ? 'email' : 'sms'
  const [existing, other] = holders
  if (sameAs !== undefined) return { status: 'repeated', sameAs }
  if (other) {
    const message = 'The email and the phone belong to two different people. Remove one of them.'
    return { status: 'invalid', param: 'phone', message }
  }
  if (existing?.isCompleted) return { status: 'completed', profileId: existing.id }
  if (existing) return { status: 'standing', profileId: existing.id, channel }
  if (!hasRoom)
    return {
      status: 'over_cap',
      message: 'The trial has its maximum number of profiles. Delete one or choose a plan.',
    }
  return { status: 'new', channel }
}

/** Adds one person with the audit change. If another call has just added them, that profile is used. */
async function add(
  context: Context,
  person: ProfileInput,
): Promise<{ profileId: string; changes: Change[] }> {
  const { profile, isNew, changes } = await findOrAddProfile(context, person, 'import')
  const named = changes.map((change) => ({ action: 'create_profile', ...change }))
  return { profileId: profile.id, changes: isNew ? named : [] }
}

/** The profiles with a row's email or phone: none, one, or two different people. */
async function existingProfilesFor(
  { sql, account }: Context,
  rows: readonly (ReadRow | undefined)[],
): Promise<(row: ReadRow) => ExistingProfile[]> {
  const texts = (name: 'email' | 'phone') => rows.flatMap((row) => row?.[name] ?? [])
  const existing = await findExistingProfiles(sql, account.id, texts('email'), texts('phone'))
  return ({ email, phone }) =>
    existing.filter((one) => (email && one.email === email) || (phone && one.phone === phone))
}
