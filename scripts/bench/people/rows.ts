import { createHash } from 'node:crypto'
import { agreementIn, agreementText } from '../../../src/content/agreement.ts'
import { assessmentFacts } from '../../../src/content/assessments.ts'
import { discForm } from '../../../src/content/forms.ts'
import type { Locale } from '../../../src/contract/locale.ts'
import { type AssessmentId, assessmentIds } from '../../../src/contract/shapes.ts'
import { blockOrder } from '../../../src/domain/assessment/order.ts'
import { type ProfileParts, profileDocument } from '../../../src/domain/profile/document.ts'
import type { Profile } from '../../../src/domain/profile/model.ts'
import { nameKey, nameTokens } from '../../../src/domain/profile/name.ts'
import type { Random } from '../../../src/scoring/random.ts'
import type { DiscResult } from '../../../src/scoring/results.ts'
import type { Value } from './copy-in.ts'
import { idAt, type Person } from './people.ts'
import type { Sheet } from './sheets.ts'

/** The tables that hold people, with the columns that are filled; the others keep their defaults. */
export const columns = {
  profile: `account_id id created_at updated_at email phone first_name last_name name_key locale state
    available_assessments completed_assessments is_completed report_counted date_started date_completed disc_style
    quality doc`,
  name_token: 'account_id token profile_id',
  profile_tag: 'account_id tag_id profile_id',
  resource_alias: 'account_id id created_at updated_at resource_type resource_id consumer_key',
  invite: `account_id id profile_id channel recipient token_hash created_at expires_at sent_at opened_at origin
    client_id`,
  person_consent: 'account_id profile_id attempt version locale words agreed_at',
  sitting: `account_id profile_id attempt assessment form form_hash item_order date_started date_completed
    entered_through`,
  stopwatch: `account_id profile_id attempt assessment session_id active_seconds idle_seconds inactive_seconds
    started_at updated_at`,
  answer: 'account_id profile_id attempt assessment item value seq answered_at',
  result: 'account_id profile_id attempt assessment form form_hash version norm result created_at',
} as const

export type Table = keyof typeof columns
export type Rows = Record<Table, Value[][]>

export type RowContext = {
  account: { id: string; name: string; clientId: string }
  tagIds: readonly string[]
  sheets: readonly Sheet[]
  /** Whether the single answers of a person are stored too. */
  hasAnswers: (index: number) => boolean
  random: Random
}

export function emptyRows(): Rows {
  return Object.fromEntries(Object.keys(columns).map((table) => [table, []])) as unknown as Rows
}

/** Adds the rows that the service's stores would have written of a person who did all this through a link. */
export function addRows(rows: Rows, person: Person, index: number, context: RowContext): void {
  const { account, tagIds, random } = context
  const sheet = context.sheets[person.sheet] as Sheet
  const key = [account.id, person.id, 1] as const
  const taken = person.completed ? takenParts(person, sheet) : []
  const customIds = person.alias ? [person.alias.key] : []

  rows.profile.push(profileRow(person, sheet, taken, { accountId: account.id, customIds }))
  for (const token of nameTokens(person.firstName, person.lastName))
    rows.name_token.push([account.id, token, person.id])
  for (const tag of person.tags) rows.profile_tag.push([account.id, tagIds[tag] as string, person.id])
  const created = iso(person.createdAt)
  if (person.alias)
    rows.resource_alias.push([
      ...[account.id, person.alias.id, created, created],
      ...['profile', person.id, person.alias.key],
    ])
  if (!person.completed) return

  const [sent, opened] = [person.createdAt + minute, person.createdAt + openedAfter(person)]
  rows.invite.push([
    ...[account.id, idAt(person.createdAt, random), person.id, 'email', person.email],
    `\\x${createHash('sha256').update(person.id).digest('hex')}`,
    ...[
      iso(sent),
      iso(sent + 7 * 24 * 60 * minute),
      iso(sent + 1_000),
      iso(opened),
      'account',
      account.clientId,
    ],
  ])
  const locale = (person.locale ?? 'en') as Locale
  const agreement = agreementFor(locale, account.name)
  rows.person_consent.push([...key, agreement.version, locale, agreement.words, iso(opened)])
  for (const part of taken) addPart(rows, { person, key, part, sheet, hasAnswers: context.hasAnswers(index) })
}

const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()

function openedAfter({ id }: Person): number {
  return (10 + (Number.parseInt(id.slice(-4), 16) % 2_000)) * minute
}

const agreements = new Map<string, { version: string; words: string }>()

function agreementFor(locale: Locale, accountName: string): { version: string; words: string } {
  const key = `${locale} ${accountName}`
  const known = agreements.get(key)
  if (known) return known
  const agreement = agreementIn(locale, { accountName, seesReport: true })
  const found = { version: agreement.version, words: agreementText(agreement) }
  agreements.set(key, found)
  return found
}

/** One assessment that a person has begun. */
type Part = {
  assessment: AssessmentId
  startedAt: number
  completedAt: number | null
  seconds: number
  answered: number
}

/** The completed assessments one after the other, and the first items of the next one. */
function takenParts(person: Person, { seconds }: Sheet): Part[] {
  const parts: Part[] = []
  let time = person.createdAt + openedAfter(person) + minute
  for (const assessment of person.completed ?? []) {
    const completedAt = time + (seconds[assessment] + 20) * 1_000
    const answered = assessmentFacts[assessment].itemCount
    parts.push({ assessment, startedAt: time, completedAt, seconds: seconds[assessment], answered })
    time = completedAt + minute
  }
  const next = assessmentIds[parts.length]
  if (next) parts.push({ assessment: next, startedAt: time, completedAt: null, seconds: 60, answered: 10 })
  return parts
}

function profileRow(
  person: Person,
  sheet: Sheet,
  taken: readonly Part[],
  { accountId, customIds }: { accountId: string; customIds: string[] },
): Value[] {
  const isWhole = person.completed?.length === assessmentIds.length
  const quality = person.completed ? sheet.quality[isWhole ? 'all' : 'disc'] : null
  const updatedAt = iso(taken.findLast(({ completedAt }) => completedAt)?.completedAt ?? person.createdAt)
  const state = person.completed ? 'active' : 'pending'
  const parts: ProfileParts = {
    profile: {
      id: person.id,
      created_at: iso(person.createdAt),
      updated_at: updatedAt,
      email: person.email,
      phone: person.phone,
      first_name: person.firstName,
      last_name: person.lastName,
      locale: person.locale,
      state,
      attempt: 1,
      available_assessments: assessmentIds,
      quality,
      unconfirmed: [],
      invented_in: null,
    },
    customIds,
    sittings: taken.map(sittingOf),
    results: resultsOf(taken, sheet),
  }
  const { document, text } = documentOf(parts)
  return [
    ...[accountId, person.id, document.createdAt, document.updatedAt, person.email, person.phone],
    ...[person.firstName, person.lastName, nameKey(person.firstName, person.lastName), person.locale, state],
    ...[
      arrayOf(assessmentIds),
      arrayOf(document.completedAssessments),
      document.isCompleted,
      document.isCompleted,
    ],
    ...[document.dateStarted, document.dateCompleted, discStyle(parts), quality && jsonOf(quality), text],
  ]
}

/**
 * The document without its results, and its text with them. Most of the text is results, which many people share and
 * which take long to write: they are written once.
 */
function documentOf(parts: ProfileParts): { document: Profile; text: string } {
  const { quality } = parts.profile
  const document = profileDocument({ ...parts, profile: { ...parts.profile, quality: null }, results: [] })
  if (!quality) return { document, text: JSON.stringify(document) }
  const text = JSON.stringify(document)
  const empty = '"disc":null,"core":null,"focus":null,"quality":null,"scoring":null}'
  if (!text.endsWith(empty)) throw new Error('A document no longer ends with its results.')
  return { document, text: text.slice(0, -empty.length) + resultsText(parts, quality) }
}

const resultsTexts = new WeakMap<object, string>()

/** The end of a document, of everyone with this quality: they gave the same answers to the same assessments. */
function resultsText(parts: ProfileParts, quality: object): string {
  const known = resultsTexts.get(quality)
  if (known) return known
  const { disc, core, focus, quality: shown, scoring } = profileDocument(parts)
  const text = JSON.stringify({ disc, core, focus, quality: shown, scoring }).slice(1)
  resultsTexts.set(quality, text)
  return text
}

function discStyle({ results }: ProfileParts): string | null {
  const disc = results.find(({ assessment }) => assessment === 'disc')?.result as DiscResult | undefined
  return disc?.style ?? null
}

function sittingOf({ assessment, startedAt, completedAt, seconds }: Part): ProfileParts['sittings'][number] {
  return {
    assessment,
    carried_from: null,
    date_started: iso(startedAt),
    date_completed: completedAt === null ? null : iso(completedAt),
    active_seconds: seconds,
    idle_seconds: idleSeconds,
    inactive_seconds: 0,
    last_updated: iso(completedAt ?? startedAt + seconds * 1_000),
  }
}

const idleSeconds = 12

function resultsOf(taken: readonly Part[], sheet: Sheet): ProfileParts['results'] {
  return taken
    .filter(({ completedAt }) => completedAt !== null)
    .map(({ assessment }) => ({ assessment, ...sheet.results[assessment] }))
}

const jsonTexts = new WeakMap<object, string>()

/** The JSON of an object that many people share. */
function jsonOf(shared: object): string {
  const known = jsonTexts.get(shared)
  if (known) return known
  const text = JSON.stringify(shared)
  jsonTexts.set(shared, text)
  return text
}

function addPart(
  rows: Rows,
  {
    person,
    key,
    part,
    sheet,
    hasAnswers,
  }: {
    person: Person
    key: readonly [string, string, number]
    part: Part
    sheet: Sheet
    hasAnswers: boolean
  },
): void {
  const { assessment, startedAt, completedAt, seconds, answered } = part
  const { form, formHash, version, norm, result } = sheet.results[assessment]
  const order = assessment === 'disc' ? arrayOf(blockOrder(discForm.blocks.length, person.id, 1)) : null
  const updatedAt = completedAt ?? startedAt + seconds * 1_000
  rows.sitting.push([
    ...[...key, assessment, form, formHash, order, iso(startedAt)],
    ...[completedAt && iso(completedAt), person.email],
  ])
  rows.stopwatch.push([
    ...[...key, assessment, `session-${assessment}`, seconds, idleSeconds, 0],
    ...[iso(startedAt), iso(updatedAt)],
  ])
  if (completedAt !== null)
    rows.result.push([
      ...key,
      assessment,
      form,
      formHash,
      version,
      norm,
      jsonOf(result as object),
      iso(completedAt),
    ])
  if (!hasAnswers) return
  sheet.answers[assessment].slice(0, answered).forEach((value, index) => {
    const answeredAt = iso(startedAt + Math.floor((index / answered) * seconds) * 1_000)
    rows.answer.push([...key, assessment, index + 1, JSON.stringify(value), index + 1, answeredAt])
  })
}

function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`
}
