import { beforeAll, describe, expect, test } from 'vitest'
import { auditFields } from '../../src/contract/audit-fields.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { isForMembers, openSubjects, sendInput, validInput, withUnknownIds } from '../support/inputs.ts'
import { type RestOperation, restOperations } from '../support/rest-operations.ts'
import { idPlaces } from '../support/schemas.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
})

type Scene = {
  account: TestAccount
  /** Calls with a token that may only read the account. */
  callNarrow: TestAccount['call']
  subjects: Awaited<ReturnType<typeof openSubjects>>
  /** Part of every name, address and key that is sent. */
  canary: string
}

async function openScene(): Promise<Scene> {
  const account = await running.account()
  const subjects = await openSubjects(running, account)
  const { canary } = await subjects.fresh()
  const callNarrow = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'account:read'))
  return { account, callNarrow, subjects, canary }
}

/** Long tests have an account of their own: in that of the others, their changes would be made already. */
const scenes: Record<'short' | 'long', Promise<Scene> | undefined> = { short: undefined, long: undefined }
function sceneOf(isLong: boolean): Promise<Scene> {
  const length = isLong ? 'long' : 'short'
  scenes[length] ??= openScene()
  return scenes[length]
}

const writing = restOperations.filter(({ operation }) => operation.effect !== 'reads')
const reading = restOperations.filter(({ operation }) => operation.effect === 'reads')

async function countEntries(): Promise<number> {
  const [row] = await tables.rows<{ count: number }>('select count(*)::integer as count from audit_entry')
  return row?.count ?? 0
}

/** The number of entries that some work has written, and its answer. */
async function written<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = await countEntries()
  const answer = await work()
  return [answer, (await countEntries()) - before]
}

/** Puts the canary into the caller's own texts, wherever their schema allows. */
function withCanary(
  endpoint: RestOperation,
  canary: string,
  input: Record<string, unknown>,
): Record<string, unknown> {
  // It only accepts the profile's own address.
  if (endpoint.name === 'confirm_address') return input
  const texts: Record<string, string> = {
    email: `${newPublicId()}.${canary}@test.test`,
    firstName: `First ${canary}`,
    lastName: `Last ${canary}`,
    label: `Label ${canary}`.slice(0, 60),
    customId: `custom-${canary}`,
    consumerKey: `consumer-${canary}-${newPublicId()}`,
    senderName: `Sender ${canary}`.slice(0, 60),
    replyTo: `reply.${canary}@test.test`,
    inviteSubject: `Subject ${canary}`,
    comments: `Comments ${canary}`,
  }
  const own = Object.entries(texts).filter(([name]) => endpoint.fields.includes(name))
  return { ...input, ...Object.fromEntries(own) }
}

const byName = (some: readonly RestOperation[]) => some.map((endpoint) => [endpoint.name, endpoint] as const)

describe.each(byName(writing))('%s', (_, endpoint) => {
  test('writes none when refused, and at least one on success, with its request id', () =>
    expectEntries(false))
  test('writes none when refused for its scope, the pause or the target', { tags: 'long' }, () =>
    expectEntries(true),
  )

  async function expectEntries(isWhole: boolean): Promise<void> {
    const scene = await sceneOf(isWhole)
    const { account, subjects, canary } = scene
    const things = await subjects.freshFor(endpoint)
    const input = withCanary(endpoint, canary, validInput(endpoint, things))
    // Setting an existing value is no change: what is removed must exist, what is set must not.
    if (endpoint.name === 'remove_profiles_from_tag') input.profileIds = [things.completed]
    if (endpoint.name === 'delete_account_logo') await setLogo(scene)
    else if (endpoint.name === 'set_account_logo') await account.call('DELETE', '/account/logo')
    const [statuses, ofRefusals] = await written(() => refuse(scene, input, isWhole))
    expect({ statuses, ofRefusals }).toEqual({ statuses: isWhole ? [400, 403, 403] : [400], ofRefusals: 0 })
    // Without ids it would be done already.
    const isAboutIds = idPlaces(endpoint.operation.input).length > 0
    if (isAboutIds && isWhole)
      await expectNoneElsewhere(account, withUnknownIds(endpoint, validInput(endpoint, things)))
    const requestId = `audit-${newPublicId()}`
    const [answer, count] = await written(() =>
      sendInput(account.call, endpoint, input, { 'x-request-id': requestId }),
    )
    expect([200, 201, 204], answer.text).toContain(answer.status)
    expect(count).toBeGreaterThanOrEqual(1)
    const rows = await tables.rows<{ actor_id: string; client_id: string; changes: Record<string, unknown> }>(
      'select actor_id, client_id, changes from audit_entry where account_id = $1 and request_id = $2',
      [account.id, requestId],
    )
    expect(rows).toHaveLength(count)
    // The dashboard shows each of them by its name in the reader's language.
    const named = rows.flatMap(({ changes }) => [
      ...Object.keys(changes),
      ...((changes.fields ?? []) as string[]),
    ])
    expect(named.filter((name) => !auditFields.some((field) => field === name))).toEqual([])
    if (isForMembers(endpoint))
      return expect(rows.map((row) => row.client_id)).not.toContain(account.clientId)
    for (const row of rows)
      expect(row).toMatchObject({ actor_id: account.clientId, client_id: account.clientId })
  }

  /** Its target does not exist. */
  async function expectNoneElsewhere(account: TestAccount, input: Record<string, unknown>): Promise<void> {
    const [answer, count] = await written(() => sendInput(account.call, endpoint, input))
    if (answer.status >= 400) expect(count).toBe(0)
  }

  /** With an unknown field, without its scope, and while the account is paused. */
  async function refuse(
    { account, callNarrow }: Scene,
    input: Record<string, unknown>,
    isWhole: boolean,
  ): Promise<number[]> {
    const unknown = await sendInput(account.call, endpoint, { ...input, nonsense: true })
    if (!isWhole) return [unknown.status]
    const narrow = await sendInput(callNarrow, endpoint, input)
    await running.db.admin('update account set paused = true where id = $1', [account.id])
    const paused = await sendInput(account.call, endpoint, input)
    await running.db.admin('update account set paused = false where id = $1', [account.id])
    return [unknown.status, narrow.status, paused.status]
  }
})

describe.each(byName(reading))('%s', (_, endpoint) => {
  test('writes no entry', async () => {
    const { account, subjects } = await sceneOf(false)
    const input = validInput(endpoint, await subjects.freshFor(endpoint))
    const [, count] = await written(() => sendInput(account.call, endpoint, input))
    expect(count).toBe(0)
  })
})

// Last, after every operation of the catalog was sent the canary.
test('no entry contains a name, an address, a label or a key', async () => {
  const holding = await tables.holding((await sceneOf(false)).canary)
  expect(Object.keys(holding)).toContain('profile')
  expect(Object.keys(holding).filter((name) => name.startsWith('audit_'))).toEqual([])
  const phones = await tables.rows<{ phone: string }>('select phone from profile where phone is not null')
  expect(phones.length).toBeGreaterThan(0)
  const entries = (await tables.rows<{ text: string }>('select to_jsonb(e)::text as text from audit_entry e'))
    .map(({ text }) => text)
    .join('\n')
  for (const { phone } of phones) expect(entries).not.toContain(phone)
})

async function setLogo({ account, subjects }: Scene): Promise<void> {
  const endpoint = writing.find(({ name }) => name === 'set_account_logo') as RestOperation
  const answer = await sendInput(
    account.call,
    endpoint,
    validInput(endpoint, await subjects.freshFor(endpoint)),
  )
  expect(answer.status, answer.text).toBeLessThan(300)
}
