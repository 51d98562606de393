/** The bytes of a text in an encoding that `TextDecoder` knows. There is no encoder for others than UTF-8. */
export function encodedText(text: string, label: string): Uint8Array<ArrayBuffer> {
  if (label === 'utf-8') return new TextEncoder().encode(text)
  if (label === 'utf-16le' || label === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le')
    return new Uint8Array(label === 'utf-16le' ? bytes : bytes.swap16())
  }
  const known = bytesOf(label)
  return new Uint8Array(
    Array.from(text).flatMap((character) => {
      const bytes = known.get(character)
      if (!bytes) throw new Error(`${label} has no ${character}`)
      return bytes
    }),
  )
}

const tables = new Map<string, Map<string, number[]>>()

function bytesOf(label: string): Map<string, number[]> {
  const table = tables.get(label) ?? new Map<string, number[]>()
  if (table.size > 0) return table
  const decoder = new TextDecoder(label, { fatal: true })
  const add = (...bytes: number[]) => {
    try {
      const character = decoder.decode(new Uint8Array(bytes))
      if (Array.from(character).length === 1 && !table.has(character)) table.set(character, bytes)
    } catch {
      // These bytes are no character.
    }
  }
  for (let byte = 0; byte < 256; byte += 1) add(byte)
  if (label !== 'windows-1252') {
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail)
  }
  tables.set(label, table)
  return table
}
