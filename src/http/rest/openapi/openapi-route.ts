import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { refuseUnacceptable } from '../../accept.ts'
import { methodNotAllowed } from '../../methods.ts'

/**
 * Serves the OpenAPI document, without a token and for any origin. It is generated at the first request and cached,
 * because it never changes at runtime.
 */
export async function registerOpenApiRoute(
  app: FastifyInstance,
  path: string,
  describe: () => object,
): Promise<void> {
  let rendered: Rendered | undefined
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*')
    })
    scope.get(path, async (request, reply) => {
      refuseUnacceptable(request.headers.accept)
      rendered ??= render(describe())
      reply
        .header('cache-control', 'public, max-age=300')
        .header('vary', 'accept-encoding')
        .header('etag', rendered.tag)
      if (matchesEtag(request.headers['if-none-match'], rendered.tag)) return reply.code(304).send()
      reply.header('content-type', 'application/json; charset=utf-8')
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(rendered.plain)
      return reply.header('content-encoding', 'gzip').send(rendered.gzip)
    })
    const otherMethods = methodNotAllowed(['GET'])
    scope.route({ method: otherMethods.methods, url: path, handler: otherMethods.handler })
  })
}

type Rendered = { plain: Buffer; gzip: Buffer; tag: string }

/** The ETag is weak because the plain and the compressed response share it (RFC 9110 section 8.8.1). */
function render(document: object): Rendered {
  const plain = Buffer.from(JSON.stringify(document))
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, gzip: gzipSync(plain), tag }
}

/** RFC 9110 section 13.1.2: a list of ETags, with weak comparison, or `*`. */
function matchesEtag(header: string | undefined, tag: string): boolean {
  const opaque = (etag: string) => etag.trim().replace(/^W\//, '')
  const etags = header?.split(',') ?? []
  return etags.some((etag) => etag.trim() === '*' || opaque(etag) === opaque(tag))
}

function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  return new Negotiator({ headers: { 'accept-encoding': header } }).encoding(['gzip', 'identity']) === 'gzip'
}
