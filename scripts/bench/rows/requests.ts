import { type Row, rateOf } from '../row.ts'
import type { Setting } from '../setting.ts'
import { computeSides } from './compute.ts'

/** The least that a request costs, and tokens. */
export async function requestRows(setting: Setting): Promise<Row[]> {
  const { requests, serverSide, start, installation } = setting
  const test = { method: 'GET', path: '/api/v4/test' }
  const fastify = await start('peers/fastify.ts').ask<number>({})
  const provider = await start('peers/oidc-provider.ts').ask<number>({})
  const compute = computeSides(start('compute.ts'))
  const { clientId, clientSecret } = installation.account
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const form = new URLSearchParams({
    ...{
      grant_type: 'client_credentials',
      client_id: 'bench',
      client_secret: 'bench-secret-of-enough-length',
    },
  })
  return [
    {
      path: '`GET /test`',
      sides: [requests([test]), serverSide('Fastify', fastify, [test])],
      goals: [rateOf(0.35, 'Fastify')],
    },
    {
      path: '`POST /auth`',
      sides: [
        requests([{ method: 'POST', path: '/api/v4/auth', body: JSON.stringify(credentials) }], {
          isAnonymous: true,
        }),
        compute('signing', 'signing'),
        serverSide('oidc-provider', provider, [
          {
            ...{ method: 'POST', path: '/token', body: form.toString() },
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
        ]),
      ],
      goals: [rateOf(0.7, 'signing'), rateOf(4, 'oidc-provider')],
      note: 'signing is `jose` alone, eight tokens at once, without a request',
    },
  ]
}
