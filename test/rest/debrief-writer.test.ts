import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let without: TestService
let having: TestService
let tables: Tables
beforeAll(async () => {
  without = await startTestService()
  having = await startTestService({ DEBRIEF_URL: 'http://127.0.0.1:1/v1', DEBRIEF_MODEL: 'small-one' })
  tables = await openTables(without.db)
})

describe('the preference debriefWriter', () => {
  test('200 sets, changes and removes it if there is a model', async () => {
    const account = await having.account()
    const patch = (debriefWriter: unknown) => account.call('PATCH', '/account/preferences', { debriefWriter })
    for (const [sent, kept] of [
      ['model', { debriefWriter: 'model' }],
      ['rules', { debriefWriter: 'rules' }],
      [null, {}],
    ] as const) {
      const { status, body, text } = await patch(sent)
      expect(status, text).toBe(200)
      expect(body.data.preferences).toEqual(kept)
    }
  })

  test('400 for a model if the installation has none, with a hint, without effect', async () => {
    const account = await without.account()
    await tables.expectUnchanged(async () => {
      const refused = await account.call('PATCH', '/account/preferences', {
        debriefWriter: 'model',
        locale: 'de',
      })
      expect(refused.status).toBe(400)
      expectEnvelope(refused, 'preferences')
      expect(refused.body.error).toMatchObject({ code: 'model_not_configured', param: 'debriefWriter' })
      expect(refused.body.error.message).toContain('DEBRIEF_URL')
    })
    const rules = await account.call('PATCH', '/account/preferences', { debriefWriter: 'rules' })
    expect(rules.status).toBe(200)
  })

  test('200 for everything else if it was set before the model was removed', { tags: 'long' }, async () => {
    const account = await without.account({ preferences: { debriefWriter: 'model' } })
    const { status, body } = await account.call('PATCH', '/account/preferences', { locale: 'de' })
    expect([status, body.data.preferences]).toEqual([200, { debriefWriter: 'model', locale: 'de' }])
  })

  test.each([['gpt'], [true], [''], [['model']]])('400 for %j', { tags: 'long' }, async (debriefWriter) => {
    const account = await having.account()
    const refused = await account.call('PATCH', '/account/preferences', { debriefWriter })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_input'])
  })
})
