import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../contract/payer.ts'
import { accountOfSecret } from '../../identity/secret.ts'
import { parseLink } from '../../identity/taker.ts'
import { accountOfUnsubscribeToken } from '../../identity/unsubscribe-link.ts'
import type { WebSettings } from './settings.ts'

type HomeSettings = Pick<WebSettings, 'region' | 'otherRoots' | 'homeOf'>

/**
 * Links of accounts whose home is another region open the same page there, whether the link names that region or the
 * account has moved since. That region decides whether the link exists. Of the URL, only the path is kept.
 */
export function redirectMovedLinks(web: FastifyInstance, settings: HomeSettings): void {
  web.addHook('onRequest', async (request, reply) => {
    const [path = ''] = (request.raw.url ?? '').split('?')
    const home = homeOfPath(settings, path, request.ip)
    if (home === undefined || !Object.hasOwn(settings.otherRoots, home)) return
    // After 303 a browser loads the page there, and the button is pressed there. Programs that unsubscribe with one
    // request repeat it there after 308.
    const status = path.startsWith('/unsubscribe/') && request.method === 'POST' ? 308 : 303
    await reply.redirect(`${settings.otherRoots[home]}${path}`, status)
  })
}

/** Undefined if the account is here, or the path belongs to no account. */
function homeOfPath({ region, homeOf }: HomeSettings, path: string, ip: string): string | undefined {
  const [, kind, text = ''] = /^\/(t|r|card|study\/peer|study|unsubscribe|logos)\/([\w.-]+)/.exec(path) ?? []
  const link = kind === 't' ? parseLink(text, networkOf(ip), homeOf) : undefined
  if (link) return link.region === region ? undefined : link.region
  const accountId = kind && accountOfPath(kind, text)
  if (!accountId) return undefined
  const home = homeOf(accountId, region)
  return home === region ? undefined : home
}

/** These name no region. */
function accountOfPath(kind: string, text: string): string | undefined {
  if (kind === 'r') return accountOfSecret('tmb_report_', text)
  if (kind === 'card') return accountOfSecret('tmb_card_', text)
  if (kind === 'study') return accountOfSecret('tmb_study_', text)
  if (kind === 'study/peer') return accountOfSecret('tmb_peer_', text)
  if (kind === 'unsubscribe') return accountOfUnsubscribeToken(text)
  return kind === 'logos' && /^[0-9a-f]{24}$/.test(text) ? text : undefined
}
