import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { Failure, invalid } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { EmailAddress, readableLine } from '../../contract/shapes.ts'
import { bandsOf, largestDistance, largestUploaded } from '../../scoring/criteria.ts'
import { type CriteriaRow, type PersonColumn, readCriteriaFile, refused } from './criteria-file.ts'
import {
  type CriterionRow,
  findKeyedPeople,
  listCriteria,
  removeCriteria,
  replaceValues,
  writeCriterion,
} from './criteria-store.ts'
import { refusedWordIn } from './criterion-names.ts'
import { StudyCriterion, smallestAccount } from './model.ts'
import { lockOpenStudyAlone, type StudyRow } from './store.ts'

/** In the whole life of a study, removed ones included: each is another look at who takes part. */
const mostCriteria = 3

const NewCriterion = z.strictObject({
  name: z
    .string()
    .max(40, 'is too long: at most 40 characters')
    .meta({ description: 'The name of the column in the file.', examples: ['Rated performance'] })
    .transform(readableLine)
    .refine(
      (name) => /^\p{L}[\p{L}\p{N} _-]*$/u.test(name),
      'must begin with a letter and have only letters, digits, spaces, - and _',
    )
    .refine(
      (name) => refusedWordIn(name) === undefined,
      'names personal data that a study must not use. A criterion is about work, such as rated performance',
    ),
  meaning: z
    .string()
    .max(200, 'is too long: at most 200 characters')
    .meta({
      description: 'What the values are, who gave them and when. The codebook has it.',
      examples: ['Mean of three ratings by the team lead in spring, from 1 to 5'],
    })
    .transform(readableLine)
    .refine((text) => text.length > 0, 'must not be empty'),
})

const CriteriaUpload = z
  .strictObject({
    criteria: z.array(StudyCriterion).meta({ description: 'The criteria of the study now.' }),
    lines: z.int().meta({ description: 'Lines of the file with a person.', examples: [96] }),
    matched: z.int().meta({
      description:
        'Lines about people who could take part, with at least one value. It doesn’t depend on who does.',
      examples: [92],
    }),
    ignored: z
      .strictObject({
        unknown: z.int().meta({ description: 'No one has this key.', examples: [2] }),
        ambiguous: z.int().meta({ description: 'Several people have this external id.', examples: [0] }),
        notEligible: z.int().meta({
          description:
            'The person could not take part: no results of this form, or warning signs in the answers.',
          examples: [1],
        }),
        empty: z.int().meta({ description: 'No value.', examples: [1] }),
      })
      .meta({ description: 'Lines of which nothing is used, by reason.' }),
  })
  .meta({
    id: 'StudyCriteriaUpload',
    description: 'What an upload of criteria found. Nothing in it depends on who takes part.',
  })

const honest =
  'A criterion describes how scores go with what people do, of at least 50 people together. It never decides about a ' +
  'person, and is not a basis for hiring decisions.'

export const uploadStudyCriteria = operation({
  name: 'upload_study_criteria',
  summary: 'Upload what the account knows about its people, such as rated performance, for the study',
  description:
    'A CSV file whose first column is `externalId`, `email` or `profileId`, and whose other columns are the criteria. ' +
    'Values are kept for people who take part and allow it, as the fifth of the file that they are in; of everyone else ' +
    'nothing is stored. The response doesn’t say who they are or how many. Upload the same file again before a release ' +
    `for people who have joined since. At most ${mostCriteria} criteria in the life of a study; a criterion needs values of at least ` +
    `${smallestAccount} people who could take part; a file without people takes its values back. ${honest}`,
  scope: ['profiles:read', 'account:write'],
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['invalid', 'conflict'],
  input: z.strictObject({
    criteria: z
      .array(NewCriterion)
      .min(1, 'must describe at least one column')
      .max(mostCriteria, `has too many criteria: at most ${mostCriteria}`)
      .meta({ description: 'Every column of the file but the first.' }),
    csv: z
      .string()
      .max(900_000, 'is too long: at most 900,000 characters')
      .meta({
        description:
          'The file. A line for each person, such as `crm-4711,3.5`; values are plain numbers, and an empty cell is none.',
        examples: ['externalId,Rated performance\r\n'],
      }),
  }),
  output: CriteriaUpload,
  rest: {
    group: 'studies',
    route: 'POST /study/criteria',
    sdk: 'studies.uploadCriteria',
    key: 'upload',
    status: 200,
  },
  async run(context, { criteria, csv }) {
    const { sql, account, now } = context
    const names = criteria.map(({ name }) => name)
    if (new Set(names).size < names.length) throw invalid('criteria has a name twice.', { param: 'criteria' })
    const study = await lockOpenStudyAlone(sql, account.id)
    if (!study) throw new Failure('study_not_open')
    const file = readCriteriaFile(csv, names)
    const known = await listCriteria(sql, account.id, study.id)
    const numbers = numbersFor(names, known)
    const { matched, ignored } = await matchRows(context, study, file)
    // A file without people describes criteria, and takes their values back.
    const values =
      file.rows.length === 0
        ? []
        : names.flatMap((name, at) => bandsFor(name, at, matched, numbers[at] as number))
    const uploaded = now()
    for (const [at, { name, meaning }] of criteria.entries()) {
      const criterion = { number: numbers[at] as number, name, meaning, margin: randomInt(10), now: uploaded }
      await writeCriterion(sql, account.id, study.id, criterion)
    }
    await replaceValues(sql, account.id, study.id, numbers, values)
    const after = await listCriteria(sql, account.id, study.id)
    return {
      resource: { criteria: shownCriteria(after), lines: file.rows.length, matched: matched.length, ignored },
      changes: [requested('uploaded', account.id)],
    }
  },
})

export const removeStudyCriteria = operation({
  name: 'remove_study_criteria',
  summary: 'Remove the criteria of the study with all their values',
  description:
    'What was released stays, and removed criteria count among the three that a study can have. Uploading one of them ' +
    'again under its name takes it back.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  input: z.strictObject({}),
  output: z.null(),
  rest: { group: 'studies', route: 'DELETE /study/criteria', sdk: 'studies.removeCriteria', status: 204 },
  async run({ sql, account, now }) {
    const study = await lockOpenStudyAlone(sql, account.id)
    if (study) await removeCriteria(sql, account.id, study.id, now())
    return { resource: null, changes: [requested('removed', account.id)] }
  },
})

export function shownCriteria(rows: readonly CriterionRow[]): z.output<typeof StudyCriterion>[] {
  return rows
    .filter(({ removedAt }) => removedAt === null)
    .map(({ name, meaning, uploadedAt }) => ({ name, meaning, uploadedAt }))
}

function requested(criteria: 'uploaded' | 'removed', accountId: string): Change {
  return { target: { type: 'account', id: accountId }, changes: { studyCriteria: criteria } }
}

/** A known name keeps its number; a new one gets the next. */
function numbersFor(names: readonly string[], known: readonly CriterionRow[]): number[] {
  const all = new Map(known.map(({ name, number }) => [name, number]))
  return names.map((name) => {
    const number = all.get(name) ?? all.size + 1
    if (number > mostCriteria) throw new Failure('too_many_criteria')
    all.set(name, number)
    return number
  })
}

type Matched = { profileId: string; values: CriteriaRow['values'] }

async function matchRows(
  { sql, account }: Context,
  { focusForm }: StudyRow,
  { person, rows }: { person: PersonColumn; rows: CriteriaRow[] },
) {
  const keys = rows.map(({ key }) => keyFor(person, key))
  const found = await findKeyedPeople(sql, { accountId: account.id, form: focusForm }, person, keys)
  const byPlace = Map.groupBy(found, ({ at }) => at)
  const ignored = { unknown: 0, ambiguous: 0, notEligible: 0, empty: 0 }
  const lineOf = new Map<string, number>()
  const matched: Matched[] = []
  for (const [at, { line, values }] of rows.entries()) {
    const [one, other] = byPlace.get(at) ?? []
    if (one && !other) {
      const before = lineOf.get(one.profileId)
      if (before !== undefined)
        throw refused(`Line ${line} is about the same person as line ${before}. Keep one of them.`)
      lineOf.set(one.profileId, line)
    }
    if (!one) ignored.unknown++
    else if (other) ignored.ambiguous++
    else if (!one.isEligible) ignored.notEligible++
    else if (values.every((value) => value === undefined)) ignored.empty++
    else matched.push({ profileId: one.profileId, values })
  }
  return { matched, ignored }
}

/** Text that can be no key of this kind matches nobody. */
function keyFor(person: PersonColumn, key: string): string {
  if (person === 'externalId') return key.replaceAll('\0', '\u{fffd}')
  if (person === 'profileId') return /^[0-9a-f]{24}$/.test(key) ? key : ''
  const address = EmailAddress.safeParse(key)
  return address.success ? address.data : ''
}

/** The bands of everyone with a value. They come from the file, no matter who takes part. */
function bandsFor(name: string, at: number, matched: readonly Matched[], number: number) {
  const known = matched.flatMap(({ profileId, values }) => {
    const value = values[at]
    return value === undefined ? [] : [{ profileId, value }]
  })
  if (known.length < smallestAccount)
    throw refused(
      `“${name}” has values of ${known.length} people who could take part. Send those of at least ${smallestAccount}.`,
    )
  const bands = bandsOf(known.map(({ value }) => value))
  if (largestDistance(bands) > largestUploaded)
    throw refused(`Too many people have the same value of “${name}”: the few others could be recognized.`)
  return known.map(({ profileId }, place) => ({ profileId, number, band: bands[place] as number }))
}
