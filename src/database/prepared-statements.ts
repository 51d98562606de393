import type pg from 'pg'

/**
 * The name under which to send a statement on this connection. Undefined sends it unnamed, and the server discards it
 * after use. A named statement stays parsed and planned in the memory of its server process, and texts may be built
 * from input, so each connection keeps few: a text gets a name when it is used for the second time, and the least
 * recently used statement is closed for it. The close message is sent with the next statement and costs no round trip.
 * Names are never reused, so a close can't hit a newer statement.
 */
export function nameStatement(client: pg.PoolClient, text: string): string | undefined {
  const names = namesOf(client)
  const existing = names.byText.get(text)
  if (existing !== undefined) {
    names.byText.delete(text)
    names.byText.set(text, existing)
    return existing
  }
  if (text.length > maxCharacters / 10 || !isRepeated(text)) return undefined
  const name = `s${++counter}`
  names.byText.set(text, name)
  names.characters += text.length
  for (const [oldest, oldestName] of names.byText) {
    if (names.byText.size <= maxNames && names.characters <= maxCharacters) break
    names.byText.delete(oldest)
    names.characters -= oldest.length
    closeStatement(client, oldestName)
  }
  return name
}

/** Limits per connection: number of statements, and the total length of their texts, which determines their memory. */
const [maxNames, maxCharacters] = [150, 60_000]

type StatementNames = { byText: Map<string, string>; characters: number }

const connections = new WeakMap<pg.PoolClient, StatementNames>()
let counter = 0

function namesOf(client: pg.PoolClient): StatementNames {
  const existing = connections.get(client)
  if (existing) return existing
  const names = { byText: new Map<string, string>(), characters: 0 }
  connections.set(client, names)
  return names
}

/** Whether this process has used the text recently. Records the use. */
function isRepeated(text: string): boolean {
  const wasRecent = recentTexts.delete(text)
  recentTexts.add(text)
  if (recentTexts.size > maxRecentTexts) {
    const [oldest] = recentTexts
    recentTexts.delete(oldest as string)
  }
  return wasRecent
}

const recentTexts = new Set<string>()
const maxRecentTexts = 500

/** `pg` keeps parsed statements by name and never removes them, so the entry is deleted too. */
function closeStatement({ connection }: pg.PoolClient, name: string): void {
  connection.close({ type: 'S', name }, true)
  const { parsedStatements } = connection as unknown as { parsedStatements: Record<string, string> }
  delete parsedStatements[name]
}
