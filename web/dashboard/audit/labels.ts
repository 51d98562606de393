import type { AuditEntry } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { actorText, dashboard, targetText } from './entry-text.ts'
import type { AuditSearch } from './search.ts'
import { words } from './words.ts'

export const idFilters = ['actorId', 'clientId', 'targetId'] as const

/**
 * The label of an id filter: a name from an entry on the page, else the end of the id. Entries that a person made
 * themselves contain no name of theirs; entries by others about them do.
 */
export function filterLabel(
  filter: (typeof idFilters)[number],
  search: AuditSearch,
  entries: readonly AuditEntry[],
): string {
  const wanted = search[filter] ?? ''
  const { by, on, through } = words.filters
  if (filter === 'clientId') {
    const entry = entries.find(({ actor }) => actor.clientId === wanted)
    return entry ? clientLabel(entry.actor) : fill(through, { name: endOf(wanted) })
  }
  if (filter === 'actorId') {
    const entry = entries.find(({ actor }) => actor.id === wanted)
    if (entry && entry.actor.name == null) return actorText(entry).filter
    return fill(by, { name: entry?.actor.name ?? endOf(wanted) })
  }
  const entry = entries.find(({ target }) => target.id === wanted)
  if (entry && entry.target.name == null) return targetText(entry).filter
  return fill(on, { name: entry?.target.name ?? endOf(wanted) })
}

function clientLabel({ kind, clientId, clientName, name }: AuditEntry['actor']): string {
  const { through, throughDashboard, throughApp, throughKey, throughGoneKey } = words.filters
  if (kind !== 'client' && clientId === dashboard) return throughDashboard
  const used = kind === 'client' ? name : clientName
  if (used != null) return fill(through, { name: used })
  return kind !== 'client' ? throughApp : used === null ? throughGoneKey : throughKey
}

function endOf(id: string): string {
  return id.length > 12 ? `…${id.slice(-8)}` : id
}
