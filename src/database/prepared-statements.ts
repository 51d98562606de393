import type pg from 'pg'

/**
 * The name under which to send a statement on this connection; undefined sends it unnamed, so that the server drops it
 * after use. A named statement stays parsed and planned in the memory of its server process, and texts may be built
 * from input, so each connection keeps few: a text gets a name when it is used for the second time, and the one unused
 * for longest is closed for it. The close is written right before the next statement and costs no round trip. Names are
 * never used again, so a close cannot hit a newer statement.
 */
export function nameStatement(client: pg.PoolClient, text: string): string | undefined {
  const names = namesOf(client)
  const known = names.byText.get(text)
  if (known !== undefined) {
    names.byText.delete(text)
    names.byText.set(text, known)
    return known
  }
  if (text.length > maxCharacters / 10 || !isRepeated(text)) return undefined
  const name = `s${++counter}`
  names.byText.set(text, name)
  names.characters += text.length
  for (const [oldest, old] of names.byText) {
    if (names.byText.size <= maxNames && names.characters <= maxCharacters) break
    names.byText.delete(oldest)
    names.characters -= oldest.length
    closeStatement(client, old)
  }
  return name
}

/** Statements that a connection keeps, and the length of their texts in all, which their memory follows. */
const [maxNames, maxCharacters] = [150, 60_000]

type StatementNames = { byText: Map<string, string>; characters: number }

const connections = new WeakMap<pg.PoolClient, StatementNames>()
let counter = 0

function namesOf(client: pg.PoolClient): StatementNames {
  const found = connections.get(client)
  if (found) return found
  const names = { byText: new Map<string, string>(), characters: 0 }
  connections.set(client, names)
  return names
}

/** Whether the text is among those that this process has used lately; from now on it is. */
function isRepeated(text: string): boolean {
  const isKnown = recentTexts.delete(text)
  recentTexts.add(text)
  if (recentTexts.size > maxRecentTexts) {
    const [oldest] = recentTexts
    recentTexts.delete(oldest as string)
  }
  return isKnown
}

const recentTexts = new Set<string>()
const maxRecentTexts = 500

/** `pg` notes what it has parsed by name, without an end. */
function closeStatement({ connection }: pg.PoolClient, name: string): void {
  connection.close({ type: 'S', name }, true)
  const { parsedStatements } = connection as unknown as { parsedStatements: Record<string, string> }
  delete parsedStatements[name]
}
