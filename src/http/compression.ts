import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operation } from '../contract/operation.ts'

type Encoding = 'br' | 'gzip'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Compresses responses marked by `markForCompression`, on libuv's threads. On the event loop, 16 concurrent requests
 * for a long page would block all others.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const mark = marks.get(reply)
    if (!mark || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return done(null, payload)
    bytesOf(payload, mark).then((bytes) => done(null, bytes), done)
  })
}

/**
 * Marks a response for compression if the client accepts an encoding. The compressed bytes are cached as long as
 * `source`, the object that the text comes from, so that a static page is compressed once.
 */
export function markForCompression(reply: FastifyReply, source: object, brotliQuality = 5): FastifyReply {
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (!encoding) return reply
  marks.set(reply, { encoding, source, brotliQuality })
  return reply.header('content-encoding', encoding)
}

/** Sends the answer of an operation, compressed if it is long and the client accepts an encoding. */
export function sendCompressed(reply: FastifyReply, body: string | Buffer): FastifyReply {
  addToVary(reply, 'accept-encoding')
  if (body.length > shortBytes) markForCompression(reply, { body }, 4)
  return reply.send(body)
}

/** Answers that fit into one packet gain nothing. */
const shortBytes = 1_024

/**
 * Whether an operation's answers may be compressed. The length of a compressed answer tells an eavesdropper whether two
 * parts of it are alike (BREACH, 2013), so that no answer with a secret is compressed that may also have text of an
 * attacker. Only operations that write issue secrets and links, and their answers repeat what was sent.
 */
export function isCompressible({ effect, issues }: Pick<Operation, 'effect' | 'issues'>): boolean {
  return effect === 'reads' && issues === 'nothing'
}

function addToVary(reply: FastifyReply, name: string): void {
  const current = reply.getHeader('vary')
  reply.header('vary', current ? `${String(current)}, ${name}` : name)
}

type Mark = { encoding: Encoding; source: object; brotliQuality: number }

const marks = new WeakMap<FastifyReply, Mark>()
const cache = new WeakMap<object, Map<Encoding, Promise<Buffer>>>()

function bytesOf(content: string | Buffer, mark: Mark): Promise<Buffer> {
  const { source, encoding } = mark
  const cached = cache.get(source) ?? new Map<Encoding, Promise<Buffer>>()
  cache.set(source, cached)
  const bytes = cached.get(encoding) ?? compress(content, mark)
  cached.set(encoding, bytes)
  return bytes
}

/**
 * A window of 1 MB, more than a page of people takes. With the usual one of 4 MB each thread would hold a buffer of 8 MB
 * for a long answer and take longer, and hardly save anything.
 */
const windowBits = 20

/** The page with all items shrinks to a quarter, which matters on slow mobile networks. */
function compress(content: string | Buffer, { encoding, brotliQuality }: Mark): Promise<Buffer> {
  if (encoding === 'gzip') return zip(content, { level: 6 })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  }
  return brotli(content, { params })
}

function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined
}
