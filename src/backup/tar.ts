import { posix } from 'node:path'

/** One file or, without content, one directory of an archive. Paths are relative, with forward slashes. */
export type TarEntry = { path: string; content?: { bytes: number; chunks: AsyncIterable<Uint8Array> } }

/**
 * Writes an archive in the ustar format (POSIX.1-1988), so that standard tools can read a backup. Content that turns
 * out shorter than announced is padded with zeros and longer content is cut: files of a running server change their
 * size.
 */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { path, content } of entries) {
    yield headerOf(path, content?.bytes)
    if (!content) continue
    let left = content.bytes
    for await (const chunk of content.chunks) {
      if (left === 0) break
      const part = chunk.subarray(0, left)
      left -= part.length
      yield part
    }
    const padding = left + ((blockBytes - (content.bytes % blockBytes)) % blockBytes)
    for (let written = 0; written < padding; written += zeros.length)
      yield zeros.subarray(0, Math.min(zeros.length, padding - written))
  }
  yield zeros.subarray(0, 2 * blockBytes)
}

/** Reads an archive of `packTar`. The content of each entry must be read before the next one is requested. */
export async function* unpackTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const blocks = readerOf(source)
  for (;;) {
    const header = await blocks.take(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const { path, bytes, isDirectory } = readHeader(header)
    if (isDirectory) yield { path }
    else {
      yield { path, content: { bytes, chunks: blocks.stream(bytes) } }
      await blocks.take((blockBytes - (bytes % blockBytes)) % blockBytes)
    }
  }
  await blocks.drain()
}

const blockBytes = 512
const zeros = Buffer.alloc(65_536)

function headerOf(path: string, bytes: number | undefined): Buffer {
  const header = Buffer.alloc(blockBytes)
  const name = bytes === undefined ? `${path}/` : path
  if (Buffer.byteLength(name) > 100 || (bytes ?? 0) >= 8 ** 11)
    throw new Error(`The file ${path} doesn't fit in an archive: its name or content is too long.`)
  header.write(name, 0)
  header.write(bytes === undefined ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\x000000000\0', 108)
  header.write(`${(bytes ?? 0).toString(8).padStart(11, '0')}\x0000000000000\0`, 124)
  header.write('        ', 148)
  header.write(bytes === undefined ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function readHeader(header: Buffer): { path: string; bytes: number; isDirectory: boolean } {
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '')
  const expected = Number.parseInt(text(148, 156), 8)
  header.fill(' ', 148, 156)
  if (expected !== checksumOf(header)) throw new Error('The archive in the backup is damaged.')
  const path = header.toString('utf8', 0, 100).replace(/\0.*$/s, '').replace(/\/$/, '')
  if (path === '' || path.split('/').includes('..') || posix.isAbsolute(path))
    throw new Error('The archive in the backup names a file outside of its folder.')
  return { path, bytes: Number.parseInt(text(124, 136), 8), isDirectory: header[156] === 0x35 }
}

function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}

function readerOf(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = Buffer.alloc(0)

  /** At least one byte, and at most `most`. */
  async function next(most: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('The archive in the backup ends too early.')
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }

  async function* stream(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const part = await next(left)
      left -= part.length
      yield part
    }
  }

  return {
    stream,
    async take(bytes: number): Promise<Buffer> {
      const parts: Uint8Array[] = []
      for await (const part of stream(bytes)) parts.push(part)
      return Buffer.concat(parts)
    },
    /** Reads to the end, so that the seal of the last part is checked too. */
    async drain(): Promise<void> {
      while (!(await chunks.next()).done);
    },
  }
}
