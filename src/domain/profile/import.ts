import { z } from 'zod'
import { canReadProfiles, isTokenCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { AssessmentId, idList, PublicId } from '../../contract/shapes.ts'
import { isCapExact, profileCapOf } from '../account/billing.ts'
import { countAccountProfiles } from '../account/store.ts'
import { labelKey, maxTagsOfRow } from '../tag/model.ts'
import { countExistingTags, findTagsByKey } from '../tag/store.ts'
import { newProfileEvents } from './add.ts'
import { applyPlan } from './import-apply.ts'
import { type PlanFacts, planRows, type UpdateMode } from './import-plan.ts'
import { findRepeatedRows, type ReadRow, readRow } from './import-rows.ts'
import { findExistingProfiles, lockImports } from './import-store.ts'
import { lockAndCountProfiles } from './store.ts'

const statuses = ['new', 'updated', 'standing', 'completed', 'repeated', 'invalid', 'over_cap'] as const

/** What a row can change of an existing person. */
const fields = ['customId', 'email', 'firstName', 'lastName', 'locale', 'phone', 'tags'] as const

const Outcome = z
  .strictObject({
    row: z.int().meta({ description: 'Row number, starting at 1.', examples: [1] }),
    status: z.enum(statuses).meta({
      description:
        '`new`: is, or would be, added. `updated`: already on the account, and is, or would be, changed; only with ' +
        '`updateExisting`. `standing`: already on the account. `completed`: already on the account, with ' +
        "results. `repeated`: has an address or key of an earlier row. `invalid`: can't be used, as `message` " +
        'says. `over_cap`: exceeds the limit of a trial, a sandbox, or the account.',
      examples: ['new'],
    }),
    profileId: PublicId.nullable().meta({ description: 'Id of the profile. Null if there is none (yet).' }),
    channel: z
      .enum(['email', 'sms'])
      .nullable()
      .meta({ description: "How an invite would be sent. Null if it can't be.", examples: ['email'] }),
    isInvited: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the person has, or had, a link: by an invite, or because they came by a public link. Null if ' +
          'they are not on the account (yet).',
        examples: [null],
      }),
    sameAs: z
      .int()
      .nullable()
      .meta({ description: 'The earlier row with the same address or key.', examples: [null] }),
    fields: z
      .array(z.enum(fields))
      .nullable()
      .meta({
        description:
          'For `updated`: what is, or would be, changed. Null otherwise, and without `profiles:read`.',
        examples: [null],
      }),
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
  customId: cell(
    "Your own key of the person, such as an employee number. Blanks around it aren't kept.",
    '4711',
  ),
  tags: z
    .array(z.string().max(300, 'is too long'))
    .max(maxTagsOfRow, `has too many entries: at most ${maxTagsOfRow}`)
    .optional()
    .meta({
      description:
        'Labels of tags, such as a department; needs `tags:manage`. Case and accents are ignored, and missing ' +
        'tags are created.',
      examples: [['Sales']],
    }),
})

const UpdateExisting = z
  .union([z.boolean(), z.literal('overwrite')], { error: 'must be true, false or "overwrite"' })
  .meta({
    description:
      'What rows do to people who are already on the account: `false` (default) nothing, `true` fills their empty ' +
      'fields, `"overwrite"` also replaces what is there. Empty cells remove nothing, and tags and keys are only added.',
    examples: [true],
  })

export const importProfiles = operation({
  name: 'import_profiles',
  summary: 'Add a list of people, or preview the result for each row',
  description:
    "Each row is handled separately: rows that can't be read, repeat another row or are already on " +
    "the account don't affect the others, and the response has a result for each. With `dryRun` " +
    'nothing is written, and the response is what the same request without it would return. No one is invited, ' +
    'and existing profiles are not changed without `updateExisting`. People are found by email and phone; with ' +
    '`profiles:read` also by `customId`, so that a new address makes no second profile.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [...newProfileEvents, 'profile.updated', 'tag.created'],
  billed: true,
  refuses: ['missing', 'conflict'],
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
    focusForm: FocusFormName.optional().meta({
      description: "Length of Focus for new profiles. Default: the account's.",
      examples: ['focus-60'],
    }),
    updateExisting: UpdateExisting.optional(),
    dryRun: z
      .boolean()
      .optional()
      .meta({ description: 'Only preview; write nothing.', examples: [true] }),
  }),
  output: z.strictObject({
    results: z.array(Outcome).meta({ description: 'One result per row, in the order given.' }),
    newTags: z
      .array(z.string())
      .meta({ description: 'Labels of the tags that are, or would be, created.', examples: [[]] }),
    profilesAfter: z
      .int()
      .meta({ description: 'Number of profiles on the account afterwards.', examples: [41] }),
    profileLimit: z
      .int()
      .nullable()
      .meta({ description: 'Maximum number of profiles. Null if unlimited.', examples: [50] }),
  }),
  rest: {
    group: 'profiles',
    route: 'POST /profiles/import',
    sdk: 'profiles.import',
    key: 'data',
    status: 200,
  },
  async run(
    context,
    { rows: sent, tagIds = [], assessmentIds, focusForm, updateExisting = false, dryRun = false },
  ) {
    const { sql, account } = context
    if (tagIds.length > 0 && (await countExistingTags(sql, account.id, tagIds)) < tagIds.length) {
      throw new Failure('tag_not_found', {
        message: 'One or more tags were not found on this account. Nothing was created.',
        param: 'tagIds',
      })
    }
    const read = sent.map(readRow)
    const rows = read.map((one) => ('row' in one ? one.row : undefined))
    if (!dryRun) await lockImports(sql, account.id)
    const { facts, count, limit } = await readFacts(context, rows, { mode: modeOf(updateExisting), dryRun })
    const plan = planRows(read, findRepeatedRows(rows), facts)
    const applied = dryRun
      ? undefined
      : await applyPlan(context, plan, { tagIds, assessmentIds, focusForm }, count)
    const results = (applied?.rows ?? plan.rows).map(({ action: _, ...one }, index) => ({
      ...blank,
      row: index + 1,
      ...one,
    }))
    const added = results.filter(({ status }) => status === 'new').length
    return {
      resource: {
        results: results as Outcome[],
        newTags: plan.newLabels,
        profilesAfter: count + added,
        profileLimit: limit,
      },
      changes: applied?.changes ?? [],
    }
  },
  // What a row changes says which fields are empty, or whether a guessed name is right.
  withoutProfilesRead: ({ resource }, { updateExisting = false }) =>
    updateExisting === false
      ? resource
      : { ...resource, results: resource.results.map((one) => (isOnAccount(one) ? asUpdated(one) : one)) },
})

const blank = {
  profileId: null,
  channel: null,
  isInvited: null,
  sameAs: null,
  fields: null,
  param: null,
  message: null,
}

function isOnAccount({ status }: Outcome): boolean {
  return status === 'updated' || status === 'standing' || status === 'completed'
}

function asUpdated(outcome: Outcome): Outcome {
  return {
    ...outcome,
    status: 'updated',
    isInvited: null,
    fields: null,
    message: 'What changes is shown with profiles:read.',
  }
}

function modeOf(updateExisting: boolean | 'overwrite'): UpdateMode {
  if (updateExisting === 'overwrite') return 'overwrite'
  return updateExisting ? 'fill' : 'leave'
}

async function readFacts(
  { sql, account, caller, installation }: Context,
  rows: readonly (ReadRow | undefined)[],
  { mode, dryRun }: { mode: UpdateMode; dryRun: boolean },
): Promise<{ facts: PlanFacts; count: number; limit: number | null }> {
  const limit = profileCapOf(account, installation) ?? null
  // Locked only if there is a limit and people are added: two concurrent calls must then see each other's people.
  const count = await (limit !== null && isCapExact(account) && !dryRun
    ? lockAndCountProfiles
    : countAccountProfiles)(sql, account.id)
  const isReader = canReadProfiles(caller)
  const mayTag = isTokenCaller(caller) && caller.scopes.has('tags:manage')
  const texts = (name: 'email' | 'phone' | 'customId') => rows.flatMap((row) => row?.[name] ?? [])
  const wanted = {
    emails: texts('email'),
    phones: texts('phone'),
    customIds: isReader ? texts('customId') : [],
  }
  const lock = mode !== 'leave' && !dryRun
  const existing = await findExistingProfiles(sql, account.id, wanted, { lock })
  const labels = mayTag ? rows.flatMap((row) => row?.tags ?? []) : []
  const tagIds = await findTagsByKey(sql, account.id, [...new Set(labels.map(labelKey))])
  const room = limit === null ? null : Math.max(0, limit - count)
  return { facts: { existing, tagIds, mode, isReader, mayTag, room }, count, limit }
}
