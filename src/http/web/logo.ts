import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import { networkOf } from '../../contract/payer.ts'
import type { WebSettings } from './settings.ts'

type LogoRoute = { Params: { accountId: string; name: string } }

/**
 * Logos of accounts, for pages and emails. Without a token, because emails are read without one. The URL contains the
 * hash of the picture and never expires; without it, no one learns anything, not even which accounts exist. The policy
 * makes the picture inert if a browser opens it as a page.
 */
export function registerLogo(web: FastifyInstance, settings: WebSettings): void {
  web.get<LogoRoute>('/logos/:accountId/:name', async (request, reply) => {
    const { accountId, name } = request.params
    const digest = /^([0-9a-f]{64})\.png$/.exec(name)?.[1]
    if (!digest || !/^[0-9a-f]{24}$/.test(accountId)) throw logoNotFound()
    const png = await findLogo(settings, { accountId, digest }, request)
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', `"${digest}"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
    if (matchesEtag(request.headers['if-none-match'], digest)) return reply.code(304).send()
    return reply.header('content-type', 'image/png').send(png)
  })
}

async function findLogo(
  settings: WebSettings,
  { accountId, digest }: { accountId: string; digest: string },
  request: FastifyRequest,
): Promise<Buffer> {
  const network = networkOf(request.ip)
  const visitor = { kind: 'visitor', accountId, region: settings.region, network } as const
  try {
    const { resource } = await settings.gate(linkOperations.readLogo, visitor, { digest }, { id: request.id })
    return resource.png
  } catch (error) {
    // Unknown accounts and unknown pictures get the same response.
    if (error instanceof Failure && error.kind === 'missing') throw logoNotFound()
    throw error
  }
}

function logoNotFound(): Failure {
  return notFound('There is nothing at this address.')
}

/** RFC 9110 section 13.1.2, with weak comparison. */
function matchesEtag(header: string | undefined, digest: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes('*') || tags.includes(`"${digest}"`)
}
