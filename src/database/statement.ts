import { hash } from 'node:crypto'

/** The name under which a text is prepared: the same text has the same name on every connection. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    // Texts are written in the code, so there are few; a text built from input must not fill the memory.
    if (names.size >= 5_000) names.clear()
    name = `s${hash('sha1', text, 'hex').slice(0, 24)}`
    names.set(text, name)
  }
  return name
}

const names = new Map<string, string>()
