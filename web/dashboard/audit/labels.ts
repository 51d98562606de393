import type { AuditEntry } from '../client/types.ts'
import { actorText, clientText, lowerFirst, targetText } from './entry-text.ts'
import type { AuditSearch } from './search.ts'

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
  if (filter === 'clientId') {
    const entry = entries.find(({ actor }) => actor.clientId === wanted)
    return entry
      ? capital(clientText(entry.actor) ?? `through ${actorText(entry).words}`)
      : ended('Through', wanted)
  }
  if (filter === 'actorId') {
    const entry = entries.find(({ actor }) => actor.id === wanted)
    return entry ? `By ${entry.actor.name ?? lowerFirst(actorText(entry).words)}` : ended('By', wanted)
  }
  const entry = entries.find(({ target }) => target.id === wanted)
  return entry ? `On ${entry.target.name ?? lowerFirst(targetText(entry).words)}` : ended('On', wanted)
}

function ended(word: string, id: string): string {
  return `${word} ${id.length > 12 ? `…${id.slice(-8)}` : id}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
