import { beforeAll, describe, expect, test } from 'vitest'
import { Timbre as TimbreNode } from '../examples/n8n/nodes/Timbre.node.ts'
import { TimbrePollTrigger } from '../examples/n8n/nodes/TimbrePollTrigger.node.ts'
import { TimbreTrigger } from '../examples/n8n/nodes/TimbreTrigger.node.ts'
// @ts-expect-error -- JavaScript without types, as Zapier loads it.
import { app } from '../examples/zapier/index.js'
import { switchTriggers } from './support/automation-rounds.ts'
import {
  type Bundle,
  n8nFunctions,
  runZapier,
  zapierAction,
  zapierSearch,
  zapierTrigger,
} from './support/automation-runs.ts'
import { signIn, startTestService, type TestAccount, type TestService } from './support/service.ts'

// The functions of examples/zapier and examples/n8n against the service. Neither platform is part of it.

test('on, a person completes, one run with the right id, off: no endpoint is left (npm run drill -- triggers)', async () => {
  const outcome = await switchTriggers(2)
  expect(outcome).toMatchObject({ rounds: 4, wrong: 0, endpointsLeft: 0 })
})

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})
const zap = (operation: Record<string, unknown>, name: string, bundle: Bundle = {}, token = account.token) =>
  runZapier(running.url, operation[name] as never, token, bundle)
const node = (parameters: Record<string, unknown>) =>
  new TimbreNode().execute.call(n8nFunctions(running.url, account.token, parameters))
const newTag = async (label: string) =>
  String((await account.call('POST', '/tag', { label, color: 'blue' })).body.tag.id)

describe('Zapier', () => {
  test('every part has a key, and every trigger a sample', () => {
    expect(Object.keys(app.triggers)).toHaveLength(8)
    for (const { operation } of Object.values(app.triggers) as { operation: { sample: { id: string } } }[])
      expect(operation.sample.id).toMatch(/^[0-9a-f]{24}$/)
    expect(Object.keys({ ...app.creates, ...app.searches })).toHaveLength(6)
  })

  test('invites, finds, tags and deletes a person', async () => {
    const inputData = { email: 'ada@zap.test', firstName: 'Ada', customId: 'a,1' }
    const invited = await zap(zapierAction('invitePerson'), 'perform', { inputData })
    expect(invited).toMatchObject({ created: true })
    const { id } = invited
    const byId = await zap(zapierSearch('personByCustomId'), 'perform', { inputData: { customId: 'a,1' } })
    const byEmail = await zap(zapierSearch('personByEmail'), 'perform', {
      inputData: { email: 'ADA@zap.test' },
    })
    expect([byId[0]?.id, byEmail[0]?.id]).toEqual([id, id])
    const tagId = await newTag('Zap')
    const change = { inputData: { profileId: id, tagId } }
    await zap(zapierAction('addTag'), 'perform', change)
    expect((await account.call('GET', `/tag/${tagId}`)).body.tag.profiles).toEqual([id])
    await zap(zapierAction('removeTag'), 'perform', change)
    expect((await account.call('GET', `/tag/${tagId}`)).body.tag.profiles).toEqual([])
    await zap(zapierAction('deletePerson'), 'perform', change)
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(404)
    expect(await zap(zapierAction('deletePerson'), 'perform', change)).toMatchObject({ deleted: true })
  })

  test('has samples before anything happened, and looks for news without account:write', async () => {
    const fresh = await running.account()
    const token = await signIn(running.baseUrl, fresh, 'account:read profiles:write')
    const [sample] = await zap(zapierTrigger('erasureRequested'), 'performList', {}, token)
    expect(sample).toMatchObject({ type: 'profile.erasureRequested' })
    expect(await zap(zapierTrigger('personCreatedPolled'), 'perform', {}, token)).toEqual([])
    const { body } = await fresh.call('POST', '/profile', { firstName: 'Ada' })
    const [found] = await zap(zapierTrigger('personCreatedPolled'), 'perform', {}, token)
    // Without profiles:read there are ids only.
    expect(found).toMatchObject({ profileId: body.profile.id, type: 'profile.created' })
    expect(found).not.toHaveProperty('profile')
    await expect(zap(zapierTrigger('personCreated'), 'performSubscribe', {}, token)).rejects.toThrow('403')
  })

  test('a request that someone made up starts nothing', async () => {
    const created = await account.call('POST', '/profile', { firstName: 'Grace' })
    const { events } = (await account.call('GET', '/events?before=latest&limit=1')).body
    for (const id of [undefined, 'x', 'a'.repeat(24), '../profiles', events[0].id]) {
      const cleanedRequest = { id, type: 'profile.completed', data: { profileId: created.body.profile.id } }
      expect(await zap(zapierTrigger('personCompleted'), 'perform', { cleanedRequest })).toEqual([])
    }
  })
})

describe('n8n', () => {
  test('invites, finds, tags and deletes a person', async () => {
    const [invited] = await node({ operation: 'invite', email: 'ada@n8n.test', customId: 'n,1' })
    const id = String(invited?.[0]?.json.id)
    const [found] = await node({ operation: 'findByCustomId', customId: 'n,1' })
    const [same] = await node({ operation: 'findByEmail', email: 'ADA@n8n.test' })
    expect([found?.[0]?.json.id, same?.[0]?.json.id]).toEqual([id, id])
    const tagId = await newTag('Node')
    await node({ operation: 'addTag', profileId: id, tagId })
    expect((await account.call('GET', `/tag/${tagId}`)).body.tag.profiles).toEqual([id])
    await node({ operation: 'removeTag', profileId: id, tagId })
    expect((await account.call('GET', `/tag/${tagId}`)).body.tag.profiles).toEqual([])
    await node({ operation: 'delete', profileId: id })
    expect((await account.call('GET', `/profile/${id}`)).status).toBe(404)
  })

  test('looks for news after its own place, each once', async () => {
    const staticData = {}
    const poll = (mode = 'trigger') =>
      new TimbrePollTrigger().poll.call(
        n8nFunctions(running.url, account.token, { events: ['profile.created'], mode }, { staticData }),
      )
    expect(await poll()).toBeNull()
    const { body } = await account.call('POST', '/profile', { firstName: 'Ada' })
    expect(await poll()).toMatchObject([
      [{ json: { profileId: body.profile.id, profile: { firstName: 'Ada' } } }],
    ])
    expect(await poll()).toBeNull()
    expect(await poll('manual')).not.toBeNull()
  })

  test('a request that someone made up starts nothing, and an endpoint that is gone is made again', async () => {
    const given = { staticData: { webhookId: 'b'.repeat(24) }, body: { id: 'a'.repeat(24) } }
    const functions = n8nFunctions(running.url, account.token, { events: ['profile.created'] }, given)
    const trigger = new TimbreTrigger()
    expect(await trigger.webhook.call(functions)).toEqual({})
    expect(await trigger.webhookMethods.default.checkExists.call(functions)).toBe(false)
    expect(await trigger.webhookMethods.default.delete.call(functions)).toBe(true)
  })
})
