import { foldText } from '../../contract/fold.ts'
import { labelKey } from '../tag/model.ts'
import { addressMissing, type ReadRow, type Repetition, type RowError } from './import-rows.ts'
import type { ExistingProfile } from './import-store.ts'

export type ImportStatus = 'new' | 'updated' | 'standing' | 'completed' | 'repeated' | 'invalid' | 'over_cap'

/** What is done with existing people: nothing, empty fields are filled, or what the row has replaces what is there. */
export type UpdateMode = 'leave' | 'fill' | 'overwrite'

/** The addresses, names and language of an existing person that change. */
export type FieldChange = {
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  locale?: string
}

/** What is done for a row. `labels` are the tags that the person doesn't have yet. */
export type RowAction =
  | { kind: 'add'; row: ReadRow; labels: readonly string[] }
  | {
      kind: 'update'
      existing: ExistingProfile
      change: FieldChange
      customId: string | undefined
      labels: readonly string[]
    }

export type RowPlan = {
  status: ImportStatus
  profileId?: string
  isInvited?: boolean
  channel?: 'email' | 'sms' | null
  sameAs?: number
  fields?: string[]
  param?: string
  message?: string
  action?: RowAction
}

/** What the plan depends on, all of it read before. */
export type PlanFacts = {
  existing: readonly ExistingProfile[]
  /** The ids of the account's tags, by the key of their label. */
  tagIds: ReadonlyMap<string, string>
  mode: UpdateMode
  /** Whether the caller may read profiles: only then people are found by `customId`, and addresses replaced. */
  isReader: boolean
  mayTag: boolean
  /** How many people can be added; null if there is no limit. */
  room: number | null
}

/** More usually means that a column of the list holds something else than tags. */
const maxNewTags = 100

export type ListPlan = { rows: RowPlan[]; newLabels: string[] }

/**
 * The outcome of every row, and what has to be done for it. Pure, so a dry run and a real one say the same.
 */
export function planRows(
  read: readonly ({ row: ReadRow } | { error: RowError })[],
  repetitions: readonly (Repetition | undefined)[],
  facts: PlanFacts,
): ListPlan {
  const find = finderOf(facts.existing)
  const newLabels = new Map<string, string>()
  const rowOfProfile = new Map<string, number>()
  let added = 0
  const rows = read.map((one, index): RowPlan => {
    if ('error' in one) return { status: 'invalid', ...one.error }
    const hasRoom = facts.room === null || added < facts.room
    const repetition = repetitions[index]
    const plan = planRow(one.row, { find, facts, repetition, hasRoom, rowOfProfile })
    const missing = plan.action?.labels.filter((label) => !facts.tagIds.has(labelKey(label))) ?? []
    const fresh = missing.filter((label) => !newLabels.has(labelKey(label)))
    if (newLabels.size + fresh.length > maxNewTags) return tooManyTags
    for (const label of fresh) newLabels.set(labelKey(label), label)
    if (plan.status === 'new') added += 1
    if (plan.profileId && !rowOfProfile.has(plan.profileId)) rowOfProfile.set(plan.profileId, index + 1)
    return plan
  })
  return { rows, newLabels: [...newLabels.values()] }
}

const tooManyTags: RowPlan = {
  status: 'invalid',
  param: 'tags',
  message: `The list would create more than ${maxNewTags} tags. Check the column of tags, or create the tags first.`,
}

type Find = ReturnType<typeof finderOf>

type RowFacts = {
  find: Find
  facts: PlanFacts
  repetition: Repetition | undefined
  hasRoom: boolean
  /** The row, from 1, that an existing person was found for. */
  rowOfProfile: ReadonlyMap<string, number>
}

function planRow(row: ReadRow, { find, facts, repetition, hasRoom, rowOfProfile }: RowFacts): RowPlan {
  if (row.tags && !facts.mayTag) return tagsNeedScope
  if (repetition) {
    const { sameAs, field } = repetition
    return { status: 'repeated', sameAs, message: `Row ${sameAs} has the same ${field}.` }
  }
  const match = find(row, facts.isReader)
  if ('error' in match) return { status: 'invalid', ...match.error }
  if (match.existing) {
    const earlier = facts.mode === 'leave' ? undefined : rowOfProfile.get(match.existing.id)
    if (earlier === undefined) return planExisting(row, match.existing, facts)
    return { status: 'repeated', sameAs: earlier, message: `Row ${earlier} is about the same person.` }
  }
  if (!row.email && !row.phone) return { status: 'invalid', ...addressMissing }
  if (!hasRoom) return overCap
  return { status: 'new', channel: channelOf(row), action: { kind: 'add', row, labels: row.tags ?? [] } }
}

const tagsNeedScope: RowPlan = {
  status: 'invalid',
  param: 'tags',
  message: 'Tags need the scope tags:manage. Leave them out, or use a token that has it.',
}

const overCap: RowPlan = {
  status: 'over_cap',
  message: 'The account has its maximum number of profiles. Delete one, or choose a plan if this is a trial.',
}

function channelOf({ email, phone }: ReadRow | ExistingProfile): 'email' | 'sms' | null {
  if (email) return 'email'
  return phone ? 'sms' : null
}

/** Finds the person of a row: by email and phone, or by the account's own key. */
function finderOf(existing: readonly ExistingProfile[]) {
  const by = { email: new Map<string, ExistingProfile>(), phone: new Map<string, ExistingProfile>() }
  const byCustomId = new Map<string, ExistingProfile[]>()
  for (const one of existing) {
    if (one.email) by.email.set(one.email, one)
    if (one.phone) by.phone.set(one.phone, one)
    for (const key of one.customIds) byCustomId.set(key, [...(byCustomId.get(key) ?? []), one])
  }
  return (
    { email, phone, customId }: ReadRow,
    mayFindByKey: boolean,
  ): { existing: ExistingProfile | undefined } | { error: RowError } => {
    const holders = new Set([by.email.get(email ?? ''), by.phone.get(phone ?? '')].filter(isPresent))
    if (holders.size > 1) return { error: twoPeople }
    const [holder] = holders
    const named = mayFindByKey ? (byCustomId.get(customId ?? '') ?? []) : []
    if (named.length === 0 || (holder && named.includes(holder))) return { existing: holder }
    if (named.length > 1) return { error: manyWithKey }
    return holder ? { error: keyOfOther } : { existing: named[0] }
  }
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

const twoPeople: RowError = {
  param: 'phone',
  message: 'The email and the phone belong to two different people. Remove one of them.',
}
const manyWithKey: RowError = {
  param: 'customId',
  message: 'Several people have this customId. Add the email of the one you mean.',
}
const keyOfOther: RowError = {
  param: 'customId',
  message: 'The customId belongs to another person than the address. Correct one of them.',
}

function planExisting(row: ReadRow, existing: ExistingProfile, facts: PlanFacts): RowPlan {
  const { id: profileId, isCompleted, isInvited } = existing
  const unchanged: RowPlan = isCompleted
    ? { status: 'completed', profileId, isInvited }
    : {
        status: 'standing',
        profileId,
        isInvited,
        channel: channelOf(row.email || row.phone ? row : existing),
      }
  if (facts.mode === 'leave') return unchanged
  if (isOtherPerson(row, existing)) return { status: 'invalid', ...sharedPhone }
  const change = changeOf(row, existing, facts.mode)
  const replaced = (['email', 'phone'] as const).find((field) => change[field] && existing[field])
  if (replaced && !facts.isReader) return { status: 'invalid', param: replaced, message: replacingNeedsScope }
  const customId =
    row.customId === undefined || existing.customIds.includes(row.customId) ? undefined : row.customId
  const labels = (row.tags ?? []).filter(
    (label) => !existing.tagIds.includes(facts.tagIds.get(labelKey(label)) ?? ''),
  )
  const fields = [
    ...Object.keys(change),
    ...(customId === undefined ? [] : ['customId']),
    ...(labels.length > 0 ? ['tags'] : []),
  ].sort()
  if (fields.length === 0) return unchanged
  return {
    ...unchanged,
    status: 'updated',
    fields,
    action: { kind: 'update', existing, change, customId, labels },
  }
}

/** Colleagues share office numbers: a phone alone doesn't say who someone with another email is. */
function isOtherPerson(row: ReadRow, existing: ExistingProfile): boolean {
  const isByKey = row.customId !== undefined && existing.customIds.includes(row.customId)
  const differs = row.email !== undefined && existing.email !== null && row.email !== existing.email
  return differs && row.phone === existing.phone && !isByKey
}

const sharedPhone: RowError = {
  param: 'phone',
  message: 'The phone belongs to a person with another email. Remove the phone, or correct the email.',
}

const replacingNeedsScope =
  'A list replaces addresses only with profiles:read. Leave it out, or update the profile on its own.'

function changeOf(row: ReadRow, existing: ExistingProfile, mode: UpdateMode): FieldChange {
  const differing = (['email', 'phone', 'firstName', 'lastName', 'locale'] as const).filter(
    (field) => row[field] !== undefined && row[field] !== existing[field],
  )
  const changed =
    mode === 'overwrite'
      ? differing
      : differing.filter(
          (field) => existing[field] === null && (!isName(field) || agreesInName(row, existing)),
        )
  return Object.fromEntries(changed.map((field) => [field, row[field]]))
}

function isName(field: string): boolean {
  return field === 'firstName' || field === 'lastName'
}

/** An empty part of a name is filled only if the other part is the same: two halves of two names are nobody. */
function agreesInName(row: ReadRow, existing: ExistingProfile): boolean {
  return (['firstName', 'lastName'] as const).every((field) => {
    const [mine, theirs] = [row[field], existing[field]]
    return mine === undefined || theirs === null || foldText(mine) === foldText(theirs)
  })
}
