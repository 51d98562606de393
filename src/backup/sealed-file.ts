import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** A file of a backup, as the manifest lists it. */
export type BackupFile = { name: string; bytes: number; sha256: string }

/**
 * Compresses a stream (zstd, RFC 8878), seals it in the age format (age-encryption.org/v1) if there is a recipient, and
 * writes it. Resolves when the file is on disk.
 *
 * @param recipient an age public key, such as `age1…`.
 */
export async function writeSealedFile(
  path: string,
  source: AsyncIterable<Uint8Array>,
  recipient: string | undefined,
): Promise<BackupFile> {
  const compressed = createZstdCompress({ chunkSize: 1 << 18 })
  const filling = pipeline(Readable.from(source, { objectMode: false }), compressed)
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const content = recipient === undefined ? compressed : await sealed(compressed, recipient)
  await Promise.all([
    filling,
    pipeline(content, measured, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })),
  ])
  return { name: basename(path), bytes, sha256: hash.digest('hex') }
}

/**
 * Opens a file of `writeSealedFile`. Throws one line if the identity doesn't fit.
 *
 * @param identity the secret key that belongs to the recipient; undefined for a file that isn't sealed.
 */
export async function* readSealedFile(
  path: string,
  identity: string | undefined,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const compressed = identity === undefined ? file : await unsealed(file, identity)
  const content = createZstdDecompress({ chunkSize: 1 << 18 })
  const filling = pipeline(compressed, content)
  filling.catch((error: Error) => content.destroy(error))
  yield* content
  await filling
}

/** Seals a short text, in the same format. */
export async function sealText(text: string, recipient: string): Promise<Uint8Array> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(text)
}

/** A new key pair: the secret key, and the public key to seal for. */
export async function createIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The SHA-256 of a file in hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The age secret key in a file: lines that begin with # are comments. Throws one line if there is none. */
export async function readIdentity(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The file ${path} with the identity can't be read.`)
  })
  const identity = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (!identity) throw new Error(`The file ${path} has no line that begins with AGE-SECRET-KEY-.`)
  return identity
}

async function sealed(content: Readable, recipient: string): Promise<Readable> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

async function unsealed(file: Readable, identity: string): Promise<Readable> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
    return fromWeb(await decrypter.decrypt(toWeb(file)))
  } catch (error) {
    file.destroy()
    throw clearError(error as Error)
  }
}

function clearError(error: Error): Error {
  const reason = /no identity matched|invalid|bech32|checksum/i.test(error.message)
    ? 'The identity does not open it: it was sealed for another recipient.'
    : 'It cannot be opened: it is damaged or not sealed in the age format.'
  return new Error(reason, { cause: error })
}

/** Loaded when needed: most commands seal nothing. */
function loadAge() {
  return import('age-encryption')
}

/** Node's and the DOM's types of the same streams differ. */
function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}
