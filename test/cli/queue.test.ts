import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newHome, runTimbre, spawnTimbre } from '../support/command-line.ts'
import { passOn, pretendApi } from '../support/pretended-api.ts'
import {
  type Answer,
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), RATE_LIMITS: '100000/100000' }
const start = Date.parse('2026-03-16T10:00:00Z')
let now = start
let running: TestService
let account: TestAccount
let home: string
beforeAll(async () => {
  running = await startTestService(keys, { clock: () => new Date(now) })
  home = newHome()
})
beforeEach(async () => {
  now = start
  account = await running.account()
})
const pass = (seconds: number) => {
  now += seconds * 1_000
}
const environment = (replaced: Record<string, string> = {}) => ({
  ...{ XDG_CONFIG_HOME: home, TIMBRE_URL: running.url },
  ...{ TIMBRE_CLIENT_ID: account.clientId, TIMBRE_CLIENT_SECRET: account.clientSecret },
  ...replaced,
})
const run = (line: string) => runTimbre(line.split(' '), { environment: environment() })

/** With a token of this time. */
async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  return callAs(running.baseUrl, await signIn(running.baseUrl, account))(method, path, body)
}

/** A campaign in which so many were invited just now. */
async function campaignWith(invited: number): Promise<string> {
  const rows = Array.from({ length: invited }, () => ({ email: newEmail() }))
  const { body } = await account.call('POST', '/profiles/import', { rows })
  const profileIds = body.data.results.map(({ profileId }: Json) => profileId)
  const made = await account.call('POST', '/campaign', { name: 'Spring', profileIds })
  expect(made.body.results.every(({ status }: Json) => status === 'sent')).toBe(true)
  return made.body.campaign.id
}

/** How many emails each address got. */
async function emailsTo(addresses: readonly string[]): Promise<number[]> {
  await running.service.drainOutbox()
  const rows = await running.db.admin<{ to: string; count: number }>(
    `select profile.email as "to", count(*)::integer as count from mailbox_message message
       join profile on profile.id = message.profile_id group by 1`,
  )
  return addresses.map((address) => rows.find(({ to }) => to === address)?.count ?? 0)
}

/** Lets the service work off its queues. */
async function workOff(): Promise<void> {
  for (let minute = 0; minute < 5; minute += 1) {
    pass(61)
    await running.service.sendWaitingInvites()
  }
}

const waits = (count: number) =>
  `${count} ${count === 1 ? 'waits' : 'wait'} for the limits of the account: the service sends up to 50 a minute, ` +
  'within two days, without this program.'
const where = (id: string) =>
  `See how many still wait: timbre campaigns get ${id}, or ${running.url}/campaigns/${id} in a browser.`

describe('with --queue', () => {
  test('the service sends what the limits hold back, and a line that runs again sends nobody a second invite', async () => {
    const id = await campaignWith(58)
    const addresses = Array.from({ length: 4 }, newEmail)
    const line = `invite ${addresses.join(' ')} --campaign ${id} --queue`
    const first = await run(line)
    expect(first).toMatchObject({ code: 0, said: [`2 invites sent. ${waits(2)}`, where(id)] })
    expect(first.printed.slice(1).map((row) => row.split(/ +/)[2])).toEqual([
      'sent',
      'sent',
      'queued',
      'queued',
    ])
    const shown = (await run(`campaigns get ${id}`)).printed.join('\n')
    expect(shown).toMatch(/^still to invite +2, the next at 2026-03-16T10:01:00\.000Z$/m)

    // As after an interruption: two are in the campaign, and two keep their place.
    const second = await run(line)
    expect(second).toMatchObject({
      code: 0,
      said: [
        'People who are in the campaign already and get no other invite: 2',
        `0 invites sent. ${waits(2)}`,
        where(id),
      ],
    })
    await workOff()
    expect(await emailsTo(addresses)).toEqual([1, 1, 1, 1])
    expect((await run(`campaigns get ${id}`)).printed.join('\n')).not.toContain('still to invite')

    const third = await run(line)
    expect(third).toMatchObject({
      code: 0,
      said: ['People who are in the campaign already and get no other invite: 4'],
    })
    expect(await emailsTo(addresses)).toEqual([1, 1, 1, 1])
  })

  test('invite asks about the people that it names, however many others are in the campaign', async () => {
    const id = await campaignWith(1)
    const api = await pretendApi((request) => passOn(running.url, request))
    const line = `invite ${newEmail()} --campaign ${id} --queue`.split(' ')
    const invite = () => runTimbre(line, { environment: environment({ TIMBRE_URL: api.url }) })
    const paths = () => api.requests.splice(0).map(({ path }) => path.split('?')[0]?.slice('/api/v4'.length))
    expect((await invite()).said).toEqual(['Invite sent.'])
    expect(paths()).toEqual(['/auth', `/campaign/${id}`, '/profile', '/profiles/invite'])
    pass(120)
    expect((await invite()).said).toEqual([
      'People who are in the campaign already and get no other invite: 1',
    ])
    expect(paths().at(-1)).toMatch(/^\/profile\/\w+\/campaigns$/)
  })

  test('campaigns get names who gets no invite after all, by reason', async () => {
    const id = await campaignWith(60)
    await run(`invite ${newEmail()} ${newEmail()} --campaign ${id} --queue`)
    pass(49 * 3_600)
    await running.service.sendWaitingInvites()
    expect((await run(`campaigns get ${id}`)).printed.join('\n')).toMatch(/^not invited +waited_too_long 2$/m)
  })

  test('a list is added and invited in a campaign, also if it was killed in between', async () => {
    const id = await campaignWith(1)
    const addresses = Array.from({ length: 130 }, newEmail)
    const file = join(home, `${id}.csv`)
    writeFileSync(file, `email\n${addresses.join('\n')}\n`)
    const words = ['import', file, '--invite', '--campaign', id, '--queue']
    const killed = spawnTimbre(words, environment(), (text) => {
      if (text.includes('130 of 130 rows')) killed.child.kill('SIGKILL')
    })
    await killed.ended
    pass(61)
    const again = await runTimbre(words, { environment: environment() })
    expect(again.code).toBe(0)
    expect(again.said.join('\n')).toContain(' without this program.')
    await workOff()
    expect(new Set(await emailsTo(addresses))).toEqual(new Set([1]))
    const done = await runTimbre(words, { environment: environment() })
    expect(done.said).toEqual(
      expect.arrayContaining([
        'People who have been invited before and get no other invite: 130',
        'Nobody is left to invite.',
      ]),
    )
    expect(new Set(await emailsTo(addresses))).toEqual(new Set([1]))
  })

  test('whom the service invites while the line runs again gets no second invite', async () => {
    const id = await campaignWith(60)
    const addresses = Array.from({ length: 3 }, newEmail)
    const file = join(home, 'meanwhile.csv')
    writeFileSync(file, `email\n${addresses.join('\n')}\n`)
    const words = ['import', file, '--invite', '--campaign', id, '--queue']
    const first = await runTimbre(words, { environment: environment() })
    expect(first.said).toContain(`0 invites sent. ${waits(3)}`)
    // Minutes pass between the look at the rows and their invites, as in a list of thousands.
    const slow = await pretendApi(async (request) => {
      const answer = await passOn(running.url, request)
      if (request.path !== '/api/v4/profiles/import' || !request.body.includes('"dryRun":true')) return answer
      pass(61)
      await running.service.sendWaitingInvites()
      pass(61)
      return answer
    })
    const again = await runTimbre(words, { environment: environment({ TIMBRE_URL: slow.url }) })
    expect([again.code, again.said.slice(-2)]).toEqual([
      0,
      [
        'People who have been invited meanwhile and get no other invite: 3',
        `See ${file.replace('.csv', '.result.csv')}`,
      ],
    ])
    await workOff()
    expect(await emailsTo(addresses)).toEqual([1, 1, 1])
    const rows = readFileSync(file.replace('.csv', '.result.csv'), 'utf8').split('\r\n')
    expect(rows.filter((row) => row.endsWith(',Invited meanwhile'))).toHaveLength(3)
  })

  test('a campaign is created once by the same line', async () => {
    const { body } = await account.call('POST', '/profiles/import', { rows: [{ email: newEmail() }] })
    const line = `campaigns create Autumn ${body.data.results[0].profileId} --queue`
    expect(await run(line)).toMatchObject({ code: 0, said: ['Invite sent.'] })
    pass(120)
    const again = await run(line)
    expect([again.code, again.said[0]]).toEqual([
      0,
      'The same line has created this campaign before. Nothing was created or sent now.',
    ])
    expect((await ask('GET', '/campaigns')).body.campaigns).toHaveLength(1)
  })

  test('nobody is added if the campaign has ended', async () => {
    const id = await campaignWith(1)
    await account.call('POST', `/campaign/${id}/end`)
    const file = join(home, 'late.csv')
    writeFileSync(file, 'email\nlate@queue.test\n')
    for (const line of [
      `import ${file} --invite --campaign ${id} --queue`,
      `invite late@queue.test --campaign ${id} --queue`,
    ]) {
      const { code, said } = await run(line)
      expect([code, said.at(-1)]).toEqual([
        1,
        'Spring has ended: nobody is invited in it any more. Nothing was done.',
      ])
    }
    expect((await account.call('GET', '/profiles?search=late@queue.test')).body.profiles).toEqual([])
  })

  test('an interruption says how to go on', async () => {
    const results = [{ row: 1, status: 'new', profileId: 'a'.repeat(24), isInvited: null }]
    const api = await pretendApi(({ path }) => {
      if (path === '/api/v4/auth') return { status: 200, body: { access_token: 'a', expires_in: 60 } }
      if (path.startsWith('/api/v4/campaign/')) return { status: 200, body: { campaign: { state: 'open' } } }
      return path === '/api/v4/profiles/import' ? { status: 200, body: { data: { results } } } : 'hang'
    })
    const file = join(home, 'hang.csv')
    writeFileSync(file, 'email\na@queue.test\n')
    let said = ''
    const words = ['import', file, '--invite', '--campaign', 'b'.repeat(24), '--queue']
    const { child, ended } = spawnTimbre(words, environment({ TIMBRE_URL: api.url }), (text) => {
      said += text
    })
    await expect.poll(() => api.requests.at(-1)?.path, { timeout: 20_000 }).toBe('/api/v4/profiles/invite')
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    expect(said).toContain(
      'Asked for 0 of 1 invites. Run the same line again to go on: nobody is invited twice.',
    )
  })
})

test('import --invite invites who was never invited, and nobody twice', async () => {
  const file = join(home, 'twice.csv')
  const addresses = [newEmail(), newEmail()]
  writeFileSync(file, `email\n${addresses.join('\n')}\n`)
  expect((await run(`import ${file}`)).code).toBe(0)
  expect((await run(`import ${file} --invite`)).said).toContain('2 invites sent.')
  pass(120)
  const again = await run(`import ${file} --invite`)
  expect(again.said).toContain('People who have been invited before and get no other invite: 2')
  // A day later the import is a new one too.
  pass(25 * 3_600)
  expect((await run(`import ${file} --invite`)).said).toContain('Nobody is left to invite.')
  expect(await emailsTo(addresses)).toEqual([1, 1])
})

test.each([
  ['invite a@queue.test --queue', '--queue needs --campaign ID. timbre campaigns create NAME makes one'],
  ['import FILE --invite --queue', '--queue needs --campaign ID. timbre campaigns create NAME makes one'],
  ['import FILE --queue', '--campaign and --queue belong to --invite'],
  [`import FILE --campaign ${'a'.repeat(24)}`, '--campaign and --queue belong to --invite'],
  ['campaigns create Spring --queue', '--queue needs ids of people'],
])('%s is refused with 2', async (line, message) => {
  const file = join(home, 'refused.csv')
  writeFileSync(file, 'email\na@queue.test\n')
  const { code, said } = await run(line.replace('FILE', file))
  expect([code, said.at(-1)]).toEqual([2, expect.stringContaining(message)])
})
