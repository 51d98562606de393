import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { type Scope, scopes, scopesNeeded } from '../../src/contract/scope.ts'
import { createAppGranter } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { openForger } from '../support/forge.ts'
import { completePerson } from '../support/inputs.ts'
import { agentAt, eras, resultOf } from '../support/mcp-client.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

const tools = catalog.filter((operation) => operation.mcp)
const allSubsets = Array.from({ length: 32 }, (_, bits) => scopes.filter((_scope, at) => bits & (1 << at)))

let running: TestService
let tables: Tables
let account: TestAccount
/** A machine token and an app token for each subset of the scopes that was asked for. */
const tokens = new Map<string, Promise<{ machine: string; app: string }>>()
let makeTokens: (subset: readonly Scope[]) => Promise<{ machine: string; app: string }>
let tagId: string
let profileId: string
/** A person with results, for a debrief. */
let completed: string
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  const [forge, grantApp] = [await openForger(running), await createAppGranter(running)]
  makeTokens = async (subset) => ({
    machine: await forge(account, { scopes: subset }),
    app: (await grantApp(account, { scopes: subset })).token,
  })
  tagId = (await account.call('POST', '/tag', { label: 'Team', color: 'red' })).body.tag.id
  profileId = (await account.call('POST', '/profile', { email: newEmail() })).body.profile.id
  completed = await completePerson(running, account, 'done')
})

/** Valid arguments for each tool; a missing tool fails. */
const inputs: Record<string, () => Record<string, unknown>> = {
  list_tags: () => ({}),
  create_tag: () => ({ label: 'New', color: 'red' }),
  update_tag: () => ({ tagId, label: 'Other', color: 'blue' }),
  delete_tag: () => ({ tagId }),
  assign_tags_to_profiles: () => ({ tagId, profileIds: [profileId] }),
  list_profiles: () => ({}),
  send_assessment_invite: () => ({ email: newEmail() }),
  get_behavioral_summary: () => ({ profileId: completed }),
}

function tokensOf(granted: readonly Scope[]): Promise<{ machine: string; app: string }> {
  const made = tokens.get(granted.join(' ')) ?? makeTokens(granted)
  tokens.set(granted.join(' '), made)
  return made
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const needed = scopesNeeded(tool)
  const isEnough = (granted: readonly Scope[]) => needed.every((scope) => granted.includes(scope))
  // All tools share the check, so none and all but each of those that are needed show a demand that is too little;
  // exactly those that are needed, one that is too much.
  const isTelling = (subset: readonly Scope[]) =>
    subset.length === 0 || subset.length >= scopes.length - 1 || String(subset) === String(needed)

  describe('with the telling subsets of the scopes', () => isDecidedBy(allSubsets.filter(isTelling)))
  describe('with all subsets of the scopes', { tags: 'long' }, () => isDecidedBy(allSubsets))

  function isDecidedBy(subsets: readonly Scope[][]): void {
    const lacking = subsets.filter((subset) => !isEnough(subset))
    const enough = subsets.filter(isEnough)

    test('403 for each that lacks one, naming all; nothing is done, logged or sent', async () => {
      expect(lacking.length).toBeGreaterThan(0)
      const metadata = `resource_metadata="${running.url}/.well-known/oauth-protected-resource/mcp"`
      const right = inputs[name]?.()
      if (!right) throw new Error(`Say in this file with which arguments ${name} succeeds.`)
      await running.service.drainOutbox()
      for (const granted of lacking) await tokensOf(granted)
      await tables.expectUnchanged(async () => {
        for (const [at, granted] of lacking.entries()) {
          const { machine, app } = await tokensOf(granted)
          // Both kinds of tokens, both versions, and both valid and invalid arguments, in turn.
          for (const [token, input] of [
            [machine, right],
            [app, { unheardOf: 'x' }],
          ] as const) {
            const answer = await agentAt(running.url, token).call(name, input, eras[at % 2])
            const label = `${name} with ${granted.join(' ')}`
            expect([answer.status, answer.body.error?.code], label).toEqual([403, 'insufficient_scope'])
            expect(answer.headers.get('www-authenticate'), label).toBe(
              `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${metadata}`,
            )
            expectEnvelope(answer, label)
          }
        }
        await running.service.drainOutbox()
      })
    })

    test('passes authorization with each that is sufficient', async () => {
      expect(enough.length).toBeGreaterThan(1)
      for (const subset of enough) {
        const answer = await agentAt(running.url, (await tokensOf(subset)).app).call(name, { unheardOf: 'x' })
        expect([answer.status, answer.body.result?.isError], subset.join(' ')).toEqual([200, true])
      }
    })
  }

  test('runs with exactly the scopes it needs', async () => {
    const narrow = await tokensOf(scopes.filter((scope) => needed.includes(scope)))
    const own = name === 'delete_tag' ? await throwaway() : inputs[name]?.()
    expect(resultOf(await agentAt(running.url, narrow.app).call(name, own))).toBeTruthy()
  })
})

async function throwaway() {
  const { body } = await account.call('POST', '/tag', { label: 'Gone', color: 'red' })
  return { tagId: body.tag.id }
}

test('a token without scopes sees all lists in full', async () => {
  const { machine, app } = await tokensOf([])
  for (const token of [machine, app]) {
    const agent = agentAt(running.url, token)
    for (const era of eras) {
      const { body } = await agent.request('tools/list', {}, era)
      expect(body.result.tools.map((tool: { name: string }) => tool.name)).toEqual(
        tools.map((one) => one.name),
      )
    }
    expect((await agent.request('server/discover', {}, 'modern')).status).toBe(200)
  }
})

test('an app’s audit entries have the app as actor', async () => {
  const app = await (await createAppGranter(running))(account, { scopes: ['tags:manage'] })
  const { id } = resultOf(
    await agentAt(running.url, app.token).call('create_tag', { label: 'By app', color: 'red' }),
  )
  const rows = await tables.rows('select action, client_id from audit_entry where target_id = $1', [id])
  expect(rows).toEqual([{ action: 'create_tag', client_id: app.clientId }])
})
