import { setTimeout } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { MachineCaller } from '../contract/caller.ts'
import { type Operation, operation } from '../contract/operation.ts'
import type { Gate } from '../gate/gate.ts'
import { registerRest } from './rest/routes.ts'

const machine: MachineCaller = {
  kind: 'machine',
  accountId: 'a'.repeat(24),
  region: 'us',
  clientId: 'm2m_us_test',
  scopes: new Set(),
}
const read = {
  access: 'anyToken' as const,
  reveals: 'nothing' as const,
  issues: 'nothing' as const,
  effect: 'reads' as const,
  input: z.strictObject({}),
  output: z.string(),
  run: async () => ({ resource: 'done' }),
}
const binding = (route: `GET /${string}`) =>
  ({ group: 'tests', route, sdk: 'service.try', key: 'data', status: 200 }) as const
const catalog = [
  operation({ name: 'write', summary: 'Write', ...read, takesLong: true, rest: binding('GET /long') }),
  operation({ name: 'read', summary: 'Read', ...read, rest: binding('GET /short') }),
] as unknown as Operation[]

/** Responds after several times the connection timeout. */
const slowGate = (async () => {
  await setTimeout(connectionTimeout * 8)
  return { resource: 'done' }
}) as unknown as Gate
const connectionTimeout = 40

const app = fastify({ connectionTimeout })
beforeAll(async () => {
  app.addHook('onRequest', async (request) => {
    request.caller = machine
  })
  registerRest(app, '', { gate: slowGate, catalog, baseUrl: 'http://localhost' })
  app.get('/silent', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const ask = (path: string) => {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return fetch(`http://127.0.0.1:${address.port}${path}`)
}

test('a slow operation keeps its connection open until it responds with 200', async () => {
  const answer = await ask('/long')
  expect([answer.status, await answer.json()]).toEqual([200, { code: 200, status: 'success', data: 'done' }])
})

test('any other idle connection is closed, also after a slow operation on it', async () => {
  await expect(ask('/short')).rejects.toThrow()
  await (await ask('/long')).text()
  await expect(ask('/silent')).rejects.toThrow()
})
