import { conflict } from '../../contract/failure.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { addTag } from '../tag/add.ts'
import { labelKey, leastUsedColor } from '../tag/model.ts'
import { applyProfileSetChange } from '../tag/profiles.ts'
import { countTagColors, findTagsByKey, lockTag } from '../tag/store.ts'
import { addAlias, addProfiles, type ProfileInput } from './add.ts'
import { changeProfile } from './change.ts'
import { creationOf, findOrAddProfile, noteTrialLimit } from './find-or-add.ts'
import type { ListPlan, RowAction, RowPlan } from './import-plan.ts'
import { lockProfile, markUpdated, writeDocument } from './store.ts'

/** What all new people of the list get. */
type ForAll = {
  tagIds: readonly string[]
  assessmentIds: readonly AssessmentId[] | undefined
  focusForm: FocusFormName | undefined
}

/** Tags by the key of their label; `tagged` are the existing people who get one. */
type Tags = { idOf(label: string): string; tagged: Map<string, string[]> }

/** Does what the plan says, and returns its rows with the ids of new profiles, and all changes. */
export async function applyPlan(
  context: Context,
  { rows, newLabels }: ListPlan,
  forAll: ForAll,
  countBefore: number,
): Promise<{ rows: RowPlan[]; changes: Change[] }> {
  const labels = rows.flatMap(({ action }) => action?.labels ?? [])
  const { tags, changes } = await prepareTags(context, labels, newLabels)
  const added = await addAll(context, rows, tags, { ...forAll, countBefore })
  const applied: RowPlan[] = []
  for (const [index, row] of rows.entries()) {
    if (!row.action) {
      applied.push(row)
    } else if (row.action.kind === 'add') {
      const { profileId, changes: made } =
        added.get(index) ?? (await addOrFind(context, inputOf(row.action, tags, forAll)))
      // Without a change, another call has just added the same person.
      applied.push({ ...row, profileId, status: made.length > 0 ? 'new' : 'standing' })
      changes.push(...made)
    } else {
      changes.push(...(await update(context, row.action, tags)))
      applied.push(row)
    }
  }
  changes.push(...(await tagExisting(context, tags.tagged)))
  return { rows: applied, changes }
}

async function prepareTags(
  context: Context,
  labels: readonly string[],
  newLabels: readonly string[],
): Promise<{ tags: Tags; changes: Change[] }> {
  const { sql, account } = context
  const ids = await findTagsByKey(sql, account.id, [...new Set(labels.map(labelKey))])
  const changes: Change[] = []
  const uses = newLabels.length > 0 ? await countTagColors(sql, account.id) : new Map<string, number>()
  for (const label of newLabels) {
    const color = leastUsedColor(uses)
    uses.set(color, (uses.get(color) ?? 0) + 1)
    const { id, change } = await addTag(context, { label, color })
    ids.set(labelKey(label), id)
    changes.push({ action: 'create_tag', ...change })
  }
  const idOf = (label: string) => ids.get(labelKey(label)) ?? changedConcurrently()
  return { tags: { idOf, tagged: new Map() }, changes }
}

/** An added or found person, with the audit changes of having added them. */
type Added = { profileId: string; changes: Change[] }

/** Adds all new people of the list together, by their row. Those whom another call has just added are missing. */
async function addAll(
  context: Context,
  rows: readonly RowPlan[],
  tags: Tags,
  { countBefore, ...forAll }: ForAll & { countBefore: number },
): Promise<Map<number, Added>> {
  const wanted = rows.flatMap(({ action }, index) =>
    action?.kind === 'add' ? [{ index, input: inputOf(action, tags, forAll) }] : [],
  )
  if (wanted.length === 0) return new Map()
  const people = await addProfiles(
    context,
    wanted.map(({ input }) => input),
    'import',
  )
  const added = new Map<number, Added>()
  for (const [place, { index, input }] of wanted.entries()) {
    const person = people[place]
    if (!person) continue
    const changes = [creationOf(person.profile.id, input), ...person.keyChanges]
    added.set(index, { profileId: person.profile.id, changes: named(changes) })
  }
  if (added.size > 0) await noteTrialLimit(context, countBefore + added.size)
  return added
}

function inputOf(
  { row: { tags: _, ...person }, labels }: Extract<RowAction, { kind: 'add' }>,
  { idOf }: Tags,
  { tagIds, assessmentIds, focusForm }: ForAll,
): ProfileInput {
  const allTagIds = [...new Set([...tagIds, ...labels.map(idOf)])]
  return { ...person, tagIds: allTagIds, assessmentIds, ...pickDefined({ focusForm }) }
}

/** Adds one person, unless another call has just added them: then that profile is used. */
async function addOrFind(context: Context, input: ProfileInput): Promise<Added> {
  const { profile, isNew, changes } = await findOrAddProfile(context, input, 'import')
  return { profileId: profile.id, changes: isNew ? named(changes) : [] }
}

function named(changes: readonly Change[]): Change[] {
  return changes.map((change) => ({ action: 'create_profile', ...change }))
}

async function update(
  context: Context,
  { existing, change, customId, labels }: Extract<RowAction, { kind: 'update' }>,
  { idOf, tagged }: Tags,
): Promise<Change[]> {
  const { sql, account, now } = context
  for (const label of labels) {
    const tagId = idOf(label)
    tagged.set(tagId, [...(tagged.get(tagId) ?? []), existing.id])
  }
  const fields = Object.keys(change).sort()
  if (fields.length === 0 && customId === undefined) return []
  const profile = (await lockProfile(sql, account.id, existing.id)) ?? changedConcurrently()
  const isAsPlanned = compared.every((field) => profile[field] === existing[field])
  if (!isAsPlanned) changedConcurrently()
  const changes: Change[] = []
  if (fields.length > 0) {
    await changeProfile(context, profile, change)
    changes.push({
      action: 'update_profile',
      target: { type: 'profile', id: profile.id },
      changes: { fields },
    })
  }
  if (customId !== undefined) {
    changes.push(...(await addAlias(context, profile.id, customId)))
    if (fields.length === 0) await markUpdated(sql, account.id, profile.id, now())
  }
  await writeDocument(sql, account.id, profile.id)
  return changes
}

const compared = ['email', 'phone', 'firstName', 'lastName', 'locale'] as const

/** Adds the tags of the list to existing people, one tag after the other, always in the same order. */
async function tagExisting(
  context: Context,
  tagged: ReadonlyMap<string, readonly string[]>,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const [tagId, named] of [...tagged].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const tag = (await lockTag(context.sql, context.account.id, tagId)) ?? changedConcurrently()
    const made = await applyProfileSetChange(context, tag, { way: 'add', named }, 'rows')
    changes.push(...made.changes.map((change) => ({ ...change, action: 'add_profiles_to_tag' })))
  }
  return changes
}

function changedConcurrently(): never {
  throw conflict(
    'A person or a tag of the list was changed at the same time. Nothing was imported. Try again.',
  )
}
