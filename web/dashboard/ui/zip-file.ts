/** Reads one file of a ZIP archive as text; undefined if there is none with this name. */
export type ZipReader = (name: string) => Promise<string | undefined>

const mostInflated = 60_000_000

/**
 * Opens a ZIP archive (APPNOTE 6.3.10) as spreadsheets write it: stored or deflated files, no encryption. Inflates no
 * more than 60 MB in all, because a small archive can become any size.
 * @throws an Error if it can't be read
 */
export function openZip(bytes: Uint8Array<ArrayBuffer>): ZipReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(view, bytes)
  let left = mostInflated
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const { at, size, method } = entry
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    const data = bytes.subarray(start, start + size)
    if (method !== 0 && method !== 8) throw new Error('This method of compression is unknown.')
    const content = method === 0 ? data : await inflate(data, left)
    left -= content.byteLength
    return new TextDecoder().decode(content)
  }
}

type Entry = { at: number; size: number; method: number }

function readDirectory(view: DataView, bytes: Uint8Array): Map<string, Entry> {
  const end = findEnd(view)
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('The directory of the archive is damaged.')
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    entries.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), {
      at: view.getUint32(at + 42, true),
      size: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** The end record is last, behind it only a comment of up to 64 KB. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  throw new Error('This is no whole archive.')
}

async function inflate(data: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    size += value.byteLength
    if (size > most) {
      await reader.cancel()
      throw new Error('The archive holds too much.')
    }
    chunks.push(value)
  }
}
