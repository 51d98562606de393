import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { asFile, collectionPath } from '../scripts/openapi.ts'
import { scopes } from '../src/contract/scope.ts'
import { operationsOf } from '../src/http/rest/openapi/objects.ts'
import { type PostmanCollection, postmanCollection } from '../src/http/rest/openapi/postman.ts'
import { insertMachineClient } from '../src/identity/client-credentials.ts'
import { completePerson } from './support/inputs.ts'
import { openapiDocument } from './support/openapi-checks.ts'
import { type PostmanAnswer, runCollection } from './support/postman-runner.ts'
import { callAs, startTestService, type TestService } from './support/service.ts'

const document = openapiDocument()

test('the committed collection is the current one; after a change of the API run "npm run openapi"', () => {
  const text = asFile(postmanCollection(document))
  expect(readFileSync(collectionPath, 'utf8') === text, 'run "npm run openapi"').toBe(true)
})

test('the collection has every operation for programs once, and every folder has some', () => {
  const { item } = postmanCollection(document)
  const routes = item.flatMap((folder) =>
    folder.item.map(({ request }) => `${request.method} /${request.url.path.join('/')}`),
  )
  const known = operationsOf(document)
    .filter(({ operation }) => operation.tags[0] !== 'notes')
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  expect(known.length).toBe(operationsOf(document).length - 4)
  expect(routes.toSorted()).toEqual(known.toSorted())
  expect(item.filter((folder) => folder.item.length === 0)).toEqual([])
})

describe('the collection of a running service', () => {
  let running: TestService
  let collection: PostmanCollection
  let answers: PostmanAnswer[]
  let inSandbox: PostmanAnswer[]
  beforeAll(async () => {
    running = await startTestService({ WEBHOOKS: 'on' })
    const { clientId, clientSecret, ...account } = await running.account()
    for (const name of ['ada', 'bo'])
      await completePerson(running, { clientId, clientSecret, ...account }, name)
    const response = await fetch(`${running.url}/docs/postman.json`)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    collection = (await response.json()) as PostmanCollection
    let sandboxId = ''
    answers = await runCollection(collection, { clientId, clientSecret }, async (variables) => {
      // The example of a replay only counts what it would send.
      const call = callAs(`${running.url}/api/v4`, variables.get('token') ?? '')
      const path = `/webhook/${variables.get('webhookId')}`
      await call('POST', `${path}/replay`, { since: new Date(Date.now() - 86_400_000).toISOString() })
      const deliveries = async () => (await call('GET', `${path}/deliveries`)).body.deliveries.length
      await vi.waitUntil(async () => (await deliveries()) > 0, { timeout: 20_000 })
      // Its link was created after the list was read.
      variables.set('shareLinkId', (await call('GET', '/assessment-invites')).body.shareLinks[0].id)
      sandboxId = (await call('GET', '/sandboxes')).body.sandboxes[0].id
    })
    const own = await createKey(running, sandboxId)
    inSandbox = await runCollection(ofSandbox(collection), own, async () => {})
  })
  test('has its own address', () => {
    const baseUrl = collection.variable.find(({ key }) => key === 'baseUrl')?.value ?? ''
    expect(new URL(baseUrl).port).toBe(new URL(running.url).port)
  })

  test('succeeds in 95 of 100 requests: not for what an API key may not do, messages, of which none has failed, and coaches, of whom there is none', () => {
    const ofSandboxes = answers.filter(({ path }) => path.startsWith('/sandbox/'))
    expect(ofSandboxes.length).toBeGreaterThan(0)
    expect(inSandbox.filter(({ status }) => status >= 300)).toEqual([])
    const there = inSandbox.filter(({ path }) => path.startsWith('/sandbox/'))
    expect(there.map(({ path }) => path).toSorted()).toEqual(ofSandboxes.map(({ path }) => path).toSorted())
    for (const { text } of ofSandboxes) expect(JSON.parse(text).error.code).toBe('sandbox_only')
    const failed = answers.filter((answer) => answer.status >= 300 && !ofSandboxes.includes(answer))
    expect(failed.map(({ method, path, status }) => `${method} ${path} ${status}`).toSorted()).toEqual([
      'GET /member/notices 403',
      'PATCH /member/notices 403',
      'POST /message/:messageId/discard 409',
      'POST /message/:messageId/retry 409',
      'PUT /coach/:memberId/teams 404',
    ])
    expect(failed.length / answers.length).toBeLessThanOrEqual(0.05)
    const listed = operationsOf(document).flatMap(({ method, path, operation }) =>
      Object.keys(operation.responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
    )
    for (const { method, path, status } of answers)
      expect(listed).toContain(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${status}`)
  })
})

/** What only sandboxes have, with the person, the invite and the tag that it needs. */
function ofSandbox(collection: PostmanCollection): PostmanCollection {
  const needed = ['POST profile', 'POST profile/:profileId/invite/email', 'POST tag']
  const item = collection.item.map((folder) => ({
    ...folder,
    item: folder.item.filter(({ request: { method, url } }) => {
      const path = url.path.join('/')
      return path.startsWith('sandbox/') || needed.includes(`${method} ${path}`)
    }),
  }))
  return { ...collection, item }
}

/** A new API key of this account. */
function createKey({ db }: TestService, accountId: string) {
  const key = { accountId, region: 'us', name: 'Postman', scopes, now: new Date() }
  return db.database.inAccount(accountId, (sql) => insertMachineClient(sql, key))
}
