import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Encoding = 'br' | 'gzip'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Compresses the answers that `compressed` has marked. It happens on the threads of libuv: on the event loop, sixteen
 * readers of a long page would make every other caller wait.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const mark = marks.get(reply)
    return mark && typeof payload === 'string' ? bytesOf(payload, mark) : payload
  })
}

/**
 * Marks an answer for compression, if its reader accepts one. `source` is the object that the text comes from: while
 * it lives, its bytes are kept, so that a page made once is compressed once.
 */
export function markForCompression(reply: FastifyReply, source: object): FastifyReply {
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (!encoding) return reply
  marks.set(reply, { encoding, source })
  return reply.header('content-encoding', encoding)
}

type Mark = { encoding: Encoding; source: object }

const marks = new WeakMap<FastifyReply, Mark>()
const kept = new WeakMap<object, Map<Encoding, Promise<Buffer>>>()

function bytesOf(text: string, { encoding, source }: Mark): Promise<Buffer> {
  const made = kept.get(source) ?? new Map<Encoding, Promise<Buffer>>()
  kept.set(source, made)
  const bytes = made.get(encoding) ?? compress(text, encoding)
  made.set(encoding, bytes)
  return bytes
}

/** The whole item set is in one page, so a phone on a slow network gets it in a quarter of the bytes. */
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
