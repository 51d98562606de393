import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import {
  type Change,
  type Context,
  type Operation,
  operation,
  type WriteResult,
} from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { idList, PageNumber, PageSize, PublicId } from '../../contract/shapes.ts'
import { recordEvent } from '../event/record.ts'
import { Color, searchTerms } from '../tag/model.ts'
import {
  maxPeople,
  maxTeams,
  SavedTeam,
  SavedTeamWithPeople,
  TeamName,
  TeamNote,
  TeamPeople,
} from './model.ts'
import {
  addPeopleOfTeam,
  type ChosenPeople,
  countGroups,
  findTeam,
  insertTeam,
  listPeople,
  listPeopleOfGroups,
  listTeamRows,
  lockAndCountTeams,
  lockProfilesOfTeam,
  lockTeam,
  removePeopleOfTeam,
  removeTeam,
  updateTeamRow,
} from './store.ts'

// A saved team is for people who belong together in one task, whatever their tags. Writing needs the scope of tags, for
// the same reason: it groups people, and it decides whom a coach sees.

const group = 'saved teams'

const listSavedTeams = operation({
  name: 'list_saved_teams',
  summary: 'List saved teams, sorted by name',
  description: 'A search finds names that contain every word, ignoring case and accents.',
  scope: 'tags:manage',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    search: z
      .string()
      .max(100, 'is too long: at most 100 characters')
      .optional()
      .meta({
        description: 'Only teams whose name contains every one of these words.',
        examples: ['launch'],
      }),
    limit: PageSize,
    page: PageNumber,
  }),
  output: z.array(SavedTeam),
  rest: { group, route: 'GET /saved-teams', sdk: 'savedTeams.list', key: 'savedTeams', status: 200 },
  async run({ sql, account }, { search, limit, page }) {
    const range = rowRangeOf({ limit, page })
    const { rows, total } = await listTeamRows(sql, account.id, searchTerms(search ?? ''), range)
    return { resource: rows, siblings: { pagination: paginationOf({ limit, page }, total) } }
  },
})

const getSavedTeam = operation({
  name: 'get_saved_team',
  summary: 'Get one saved team with the ids of its people',
  scope: 'tags:manage',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ savedTeamId: PublicId }),
  output: SavedTeamWithPeople,
  rest: {
    group,
    route: 'GET /saved-team/{savedTeamId}',
    sdk: 'savedTeams.get',
    key: 'savedTeam',
    status: 200,
  },
  async run({ sql, account }, { savedTeamId }) {
    return { resource: (await findTeam(sql, account.id, savedTeamId)) ?? noSuchTeam() }
  },
})

const createSavedTeam = operation({
  name: 'create_saved_team',
  summary: 'Save a team',
  description:
    `A list of up to ${maxPeople} people with a name. It stays as it is when people get or lose a tag. ` +
    `An account can have ${maxTeams}.`,
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: ['savedTeam.created'],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    name: TeamName,
    note: TeamNote.optional(),
    color: Color.default('zinc'),
    profileIds: TeamPeople.default([]).meta({ description: 'Its people.' }),
    tagIds: idList(100)
      .default([])
      .meta({
        description: 'Also everyone who has any of these tags now.',
        examples: [['6920318e4b1a0c7d2e8f5a71']],
      }),
    savedTeamIds: idList(100).default([]).meta({
      description: 'Also everyone who is in any of these saved teams now.',
    }),
  }),
  output: SavedTeamWithPeople,
  rest: {
    group,
    route: 'POST /saved-team',
    sdk: 'savedTeams.create',
    key: 'savedTeam',
    status: 201,
    examples: {
      body: {
        name: 'Launch team',
        note: 'Meets on Tuesdays',
        color: 'emerald',
        profileIds: ['6920318e4b1a0c7d2e8f5a63'],
      },
    },
  },
  async run({ sql, account, now, newId }, { name, note = null, color, ...chosen }) {
    if ((await lockAndCountTeams(sql, account.id)) >= maxTeams) throw new Failure('too_many_saved_teams')
    const profileIds = await lockChosen(sql, account.id, chosen)
    const id = newId()
    await insertTeam(sql, account.id, { id, name, note, color, now: now() })
    await addPeopleOfTeam(sql, account.id, id, profileIds)
    recordEvent(sql, { type: 'savedTeam.created', data: { savedTeamId: id } })
    const fields = ['color', 'name', ...(note === null ? [] : ['note'])]
    const added = profileIds.length > 0 ? { added: listed(profileIds) } : {}
    return {
      resource: (await findTeam(sql, account.id, id)) ?? noSuchTeam(),
      changes: [{ target: { type: 'saved_team', id }, changes: { fields, ...added } }],
    }
  },
})

const updateSavedTeam = operation({
  name: 'update_saved_team',
  summary: 'Change name, note or color of a saved team',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['savedTeam.updated'],
  refuses: ['missing'],
  input: z
    .strictObject({
      savedTeamId: PublicId,
      name: TeamName.optional(),
      note: TeamNote.optional(),
      color: Color.optional(),
    })
    .refine(({ name, note, color }) => [name, note, color].some((one) => one !== undefined), {
      message: 'Give at least one of name, note or color.',
    })
    .meta({ anyOf: ['name', 'note', 'color'].map((field) => ({ required: [field] })) }),
  output: SavedTeamWithPeople,
  rest: {
    group,
    route: 'PATCH /saved-team/{savedTeamId}',
    sdk: 'savedTeams.update',
    key: 'savedTeam',
    status: 200,
    examples: { body: { name: 'Launch team' } },
  },
  async run({ sql, account, now }, { savedTeamId, ...given }) {
    const team = (await lockTeam(sql, account.id, savedTeamId)) ?? noSuchTeam()
    const after = {
      ...team,
      name: given.name ?? team.name,
      note: given.note === undefined ? team.note : given.note,
      color: given.color ?? team.color,
    }
    const fields = (['color', 'name', 'note'] as const).filter((field) => after[field] !== team[field])
    const changes: Change[] = []
    if (fields.length > 0) {
      await updateTeamRow(sql, account.id, after, now())
      recordEvent(sql, { type: 'savedTeam.updated', data: { savedTeamId, fields } })
      changes.push({ target: { type: 'saved_team', id: savedTeamId }, changes: { fields } })
    }
    return { resource: (await findTeam(sql, account.id, savedTeamId)) ?? noSuchTeam(), changes }
  },
})

const peopleInput = z.strictObject({ savedTeamId: PublicId, profileIds: TeamPeople })

const addPeopleToSavedTeam = operation({
  name: 'add_people_to_saved_team',
  summary: 'Add people to a saved team',
  description: `People who are in it already stay. If one is unknown, nothing changes. At most ${maxPeople} in a team.`,
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: ['savedTeam.peopleChanged'],
  refuses: ['missing', 'conflict'],
  input: peopleInput,
  output: SavedTeamWithPeople,
  rest: {
    group,
    route: 'POST /saved-team/{savedTeamId}/profiles',
    sdk: 'savedTeams.addPeople',
    key: 'savedTeam',
    status: 200,
  },
  async run(context, { savedTeamId, profileIds }) {
    const { sql, account } = context
    const { team, people } = await lockWithPeople(context, savedTeamId)
    const added = profileIds.filter((id) => !people.has(id))
    if (people.size + added.length > maxPeople) throw new Failure('saved_team_full')
    await lockExisting(sql, account.id, added)
    await addPeopleOfTeam(sql, account.id, savedTeamId, added)
    return changedPeople(context, team, { added, removed: [] })
  },
})

const removePeopleFromSavedTeam = operation({
  name: 'remove_people_from_saved_team',
  summary: 'Remove people from a saved team',
  description: 'They stay on the account. People who are not in the team are ignored.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['savedTeam.peopleChanged'],
  refuses: ['missing'],
  input: peopleInput,
  output: SavedTeamWithPeople,
  rest: {
    group,
    route: 'DELETE /saved-team/{savedTeamId}/profiles',
    sdk: 'savedTeams.removePeople',
    key: 'savedTeam',
    status: 200,
  },
  async run(context, { savedTeamId, profileIds }) {
    const { sql, account } = context
    const { team, people } = await lockWithPeople(context, savedTeamId)
    const removed = profileIds.filter((id) => people.has(id))
    await removePeopleOfTeam(sql, account.id, savedTeamId, removed)
    return changedPeople(context, team, { added: [], removed })
  },
})

const deleteSavedTeam = operation({
  name: 'delete_saved_team',
  summary: 'Delete a saved team',
  description: 'Its people stay on the account. Coaches who are limited to it no longer see them by it.',
  scope: 'tags:manage',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['savedTeam.deleted'],
  refuses: ['missing'],
  input: z.strictObject({ savedTeamId: PublicId }),
  output: z.null(),
  rest: { group, route: 'DELETE /saved-team/{savedTeamId}', sdk: 'savedTeams.delete', status: 204 },
  async run({ sql, account }, { savedTeamId }) {
    if (!(await removeTeam(sql, account.id, savedTeamId))) noSuchTeam()
    recordEvent(sql, { type: 'savedTeam.deleted', data: { savedTeamId } })
    return { resource: null, changes: [{ target: { type: 'saved_team', id: savedTeamId } }] }
  },
})

/** In the order of the API reference. */
export const savedTeamOperations: readonly Operation[] = [
  listSavedTeams,
  getSavedTeam,
  createSavedTeam,
  updateSavedTeam,
  addPeopleToSavedTeam,
  removePeopleFromSavedTeam,
  deleteSavedTeam,
]

type LockedTeam = NonNullable<Awaited<ReturnType<typeof lockTeam>>>

async function lockWithPeople({ sql, account }: Context, savedTeamId: string) {
  const team = (await lockTeam(sql, account.id, savedTeamId)) ?? noSuchTeam()
  return { team, people: new Set(await listPeople(sql, account.id, savedTeamId)) }
}

/** Refuses people who are not on the account. */
async function lockExisting(sql: Context['sql'], accountId: string, profileIds: readonly string[]) {
  if ((await lockProfilesOfTeam(sql, accountId, profileIds)).length === profileIds.length) return
  throw new Failure('profile_not_found', {
    message: 'One or more profiles were not found on this account. Nothing was changed.',
    param: 'profileIds',
  })
}

/** The ids of people named one by one, who must exist, and of everyone in these tags and teams. */
async function lockChosen(sql: Context['sql'], accountId: string, chosen: ChosenPeople): Promise<string[]> {
  await lockExisting(sql, accountId, chosen.profileIds)
  await requireGroups(sql, accountId, chosen)
  const ofGroups = await listPeopleOfGroups(sql, accountId, chosen, maxPeople + 1)
  const all = new Set([...chosen.profileIds, ...ofGroups])
  if (all.size > maxPeople) throw new Failure('saved_team_full')
  // Someone who is deleted meanwhile is left out.
  return ofGroups.length > 0 ? lockProfilesOfTeam(sql, accountId, [...all]) : [...all]
}

/** Refuses tags and teams that are not on the account. */
async function requireGroups(sql: Context['sql'], accountId: string, chosen: ChosenPeople): Promise<void> {
  const { tags, teams } = await countGroups(sql, accountId, chosen)
  if (tags < chosen.tagIds.length)
    throw new Failure('tag_not_found', {
      message: 'One or more tags were not found on this account. Nothing was changed.',
      param: 'tagIds',
    })
  if (teams < chosen.savedTeamIds.length)
    throw new Failure('saved_team_not_found', {
      message: 'One or more saved teams were not found on this account. Nothing was changed.',
      param: 'savedTeamIds',
    })
}

async function changedPeople(
  { sql, account, now }: Context,
  team: LockedTeam,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<WriteResult<SavedTeamWithPeople>> {
  const changes: Change[] = []
  if (added.length + removed.length > 0) {
    await updateTeamRow(sql, account.id, team, now())
    const [more, fewer] = [listed(added), listed(removed)]
    recordEvent(sql, {
      type: 'savedTeam.peopleChanged',
      data: {
        savedTeamId: team.id,
        added: more.count,
        removed: fewer.count,
        addedProfileIds: [...more.profileIds],
        removedProfileIds: [...fewer.profileIds],
      },
    })
    changes.push({ target: { type: 'saved_team', id: team.id }, changes: { added: more, removed: fewer } })
  }
  return { resource: (await findTeam(sql, account.id, team.id)) ?? noSuchTeam(), changes }
}

/** Maximum profiles in an audit entry or an event. */
const maxListed = 100

function listed(ids: readonly string[]): { count: number; profileIds: readonly string[] } {
  return { count: ids.length, profileIds: ids.slice(0, maxListed) }
}

function noSuchTeam(): never {
  throw new Failure('saved_team_not_found')
}
