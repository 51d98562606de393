import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Encoding = 'br' | 'gzip'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Compresses responses marked by `markForCompression`, on libuv's threads. On the event loop, 16 concurrent requests
 * for a long page would block all others.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const mark = marks.get(reply)
    return mark && typeof payload === 'string' ? bytesOf(payload, mark) : payload
  })
}

/**
 * Marks a response for compression if the client accepts an encoding. The compressed bytes are cached as long as
 * `source`, the object that the text comes from, so that a static page is compressed once.
 */
export function markForCompression(reply: FastifyReply, source: object): FastifyReply {
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (!encoding) return reply
  marks.set(reply, { encoding, source })
  return reply.header('content-encoding', encoding)
}

type Mark = { encoding: Encoding; source: object }

const marks = new WeakMap<FastifyReply, Mark>()
const cache = new WeakMap<object, Map<Encoding, Promise<Buffer>>>()

function bytesOf(text: string, { encoding, source }: Mark): Promise<Buffer> {
  const cached = cache.get(source) ?? new Map<Encoding, Promise<Buffer>>()
  cache.set(source, cached)
  const bytes = cached.get(encoding) ?? compress(text, encoding)
  cached.set(encoding, bytes)
  return bytes
}

/** The page with all items shrinks to a quarter, which matters on slow mobile networks. */
function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(text, { level: 6 })
  return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined
}
