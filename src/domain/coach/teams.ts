import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { addTeams, findMissingTeams, listTeamIds, removeTeams, type TeamKind } from './store.ts'

/** Teams of each kind of one coach: as many as an operator can still oversee. */
const maxTeams = 50

/** Ids of tags or saved teams, each once. */
export const TeamIds = z
  .array(PublicId)
  .max(maxTeams, `at most ${maxTeams} teams`)
  .transform((ids) => [...new Set(ids)])

/** The teams whose people a coach sees. */
type Teams = { tagIds: readonly string[]; savedTeamIds: readonly string[] }

/**
 * Makes these the teams of a coach, whose row the caller has locked or inserted. Returns what was added and removed, for
 * the audit log; nothing if they were the same.
 */
export async function replaceTeams(
  context: Pick<Context, 'sql' | 'account' | 'now'>,
  memberId: string,
  { tagIds, savedTeamIds }: Teams,
): Promise<Pick<Change, 'target' | 'changes'>[]> {
  const tags = await replaceTeamsOf(context, 'tag', memberId, tagIds)
  const savedTeams = await replaceTeamsOf(context, 'savedTeam', memberId, savedTeamIds)
  const target = { type: 'member', id: memberId } as const
  return [
    ...(tags ? [{ target, changes: tags }] : []),
    ...(savedTeams ? [{ target, changes: { savedTeams } }] : []),
  ]
}

/** What was added and removed; undefined if nothing changed. */
async function replaceTeamsOf(
  { sql, account, now }: Pick<Context, 'sql' | 'account' | 'now'>,
  kind: TeamKind,
  memberId: string,
  ids: readonly string[],
): Promise<{ added: string[]; removed: string[] } | undefined> {
  const missing = await findMissingTeams(sql, kind, account.id, ids)
  if (missing.length > 0) throw new Failure(kind === 'tag' ? 'tag_not_found' : 'saved_team_not_found')
  const key = { accountId: account.id, memberId, now: now() }
  const before = await listTeamIds(sql, kind, key)
  const added = ids.filter((id) => !before.includes(id)).toSorted()
  const removed = before.filter((id) => !ids.includes(id))
  await addTeams(sql, kind, key, added)
  await removeTeams(sql, kind, key, removed)
  return added.length + removed.length > 0 ? { added, removed } : undefined
}
