import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { runClientCommand } from '../clients/cli/program.ts'
import { afterFile } from './support/file-cleanup.ts'
import { freePort, startTestService, type TestAccount, type TestService } from './support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

let running: TestService
let account: TestAccount
let receiver: WebhookReceiver
let home: string
const runs: { stop: () => Promise<number> }[] = []

beforeAll(async () => {
  running = await startTestService()
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  account = await running.account()
  home = mkdtempSync(join(tmpdir(), 'timbre-client-'))
  receiver.received.length = 0
  receiver.answer(200)
})
afterEach(async () => {
  await Promise.all(runs.splice(0).map(({ stop }) => stop()))
  rmSync(home, { recursive: true })
})

/** Starts a command; `TIMBRE_URL` and others may be replaced. */
function start(words: readonly string[], replaced: Record<string, string> = {}) {
  const abort = new AbortController()
  const [printed, said]: [string[], string[]] = [[], []]
  const environment = {
    ...{ XDG_CONFIG_HOME: home, TIMBRE_URL: running.url },
    ...{ TIMBRE_CLIENT_ID: account.clientId, TIMBRE_CLIENT_SECRET: account.clientSecret },
    ...replaced,
  }
  const ended = runClientCommand(words, {
    environment,
    print: (line) => printed.push(line),
    say: (line) => said.push(line),
    signal: abort.signal,
    openAddress: () => {},
    readLine: async () => '',
  })
  const stop = () => {
    abort.abort()
    return ended
  }
  runs.push({ stop })
  return { printed, said, ended, stop }
}

async function run(words: readonly string[], replaced: Record<string, string> = {}) {
  const { ended, printed, said } = start(words, replaced)
  return { code: await ended, printed, said }
}

async function listening(words: readonly string[] = [], replaced: Record<string, string> = {}) {
  const started = start(['listen', ...words], replaced)
  await until(() => expect(started.said.join()).toContain('Listening.'))
  return started
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 20 })
const addTag = async () => {
  const { body } = await account.call('POST', '/tag', { label: 'Client', color: 'blue' })
  return String(body.tag.id)
}
const forwardTo = () => ['--forward-to', receiver.url()]
const received = () => receiver.received.map(({ body }) => JSON.parse(body).data.tagId)

describe('listen', () => {
  test('prints a line for each event with the answer, and one JSON document with --json', async () => {
    const people = await listening(forwardTo())
    receiver.answer(418)
    const tagId = await addTag()
    await until(() => expect(people.printed).toHaveLength(1))
    expect(people.printed[0]).toMatch(new RegExp(`tag\\.created +tagId ${tagId} +418 in \\d+ ms$`))
    await people.stop()
    const programs = await listening(['--json', ...forwardTo()])
    const other = await addTag()
    await until(() => expect(programs.printed).toHaveLength(1))
    expect(JSON.parse(programs.printed[0] ?? '')).toMatchObject({
      event: { type: 'tag.created', data: { tagId: other } },
      forwarded: { status: 418 },
    })
  })

  test('signs with a secret that stays, which only this user can read', async () => {
    const [secret = ''] = (await run(['listen', '--print-secret'])).printed
    expect((await run(['listen', '--print-secret'])).printed).toEqual([secret])
    await listening(forwardTo())
    await addTag()
    await until(() => expect(receiver.received).toHaveLength(1))
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    expect(() => new Verifier(secret).verify(body, headers as Record<string, string>)).not.toThrow()
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(() => new Verifier(other).verify(body, headers as Record<string, string>)).toThrow()
    const folder = join(home, 'timbre')
    const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const found = statSync(join(folder, name))
      return [name, found.isDirectory() ? 0o700 : 0o600, found.mode & 0o777]
    })
    expect(modes.length).toBeGreaterThan(3)
    for (const [name, expected, mode] of modes) expect(mode, String(name)).toBe(expected)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('tries until the local server answers, keeps the order, and continues with the next run', async () => {
    const port = await freePort()
    const first = await listening(['--forward-to', `http://127.0.0.1:${port}/hooks`])
    const made = [await addTag(), await addTag()]
    await until(() => expect(first.said.join()).toMatch(/doesn't answer \(ECONNREFUSED\)/))
    expect(await first.stop()).toBe(0)
    expect(first.printed).toEqual([])
    await listening(forwardTo())
    made.push(await addTag())
    await until(() => expect(received()).toEqual(made))
  })

  test('has a place for looking that takes no event from the server that they are forwarded to', {
    tags: 'long',
  }, async () => {
    const forwarding = await listening(forwardTo())
    await forwarding.stop()
    const looking = await listening()
    const tagId = await addTag()
    await until(() => expect(looking.printed).toHaveLength(1))
    await looking.stop()
    expect(received()).toEqual([])
    await listening(forwardTo())
    await until(() => expect(received()).toEqual([tagId]))
  })

  test('starts with what --since asks for', async () => {
    const tagId = await addTag()
    await listening(['--since', '10m', '--types', 'tag.*', ...forwardTo()])
    await until(() => expect(received()).toEqual([tagId]))
  })

  test('refuses a second run with the same cursor, and takes over from one that was killed', async () => {
    const first = await listening()
    const second = await run(['listen'])
    expect(second).toMatchObject({ code: 1, printed: [] })
    expect(second.said[0]).toMatch(/^Process \d+ listens with the same client and types already\./)
    await listening(['--types', 'tag.*'])
    await first.stop()
    const [lock = ''] = readdirSync(join(home, 'timbre/listen')).filter((name) => name.endsWith('.json'))
    writeFileSync(join(home, 'timbre/listen', lock.replace('.json', '.lock')), '999999999 1')
    await listening()
  })
})

describe('a service that refuses is one plain sentence:', () => {
  test('a wrong secret', async () => {
    const { code, said } = await run(['listen'], { TIMBRE_CLIENT_SECRET: 'wrong' })
    expect([code, said]).toEqual([1, ['The service refuses TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET.']])
  })

  test('a place in the feed that is not kept anymore', async () => {
    const first = await listening()
    await first.stop()
    const folder = join(home, 'timbre/listen')
    const [name = ''] = readdirSync(folder)
    const cursor = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, name), JSON.stringify({ ...cursor, after: 'a'.repeat(24) }))
    const { code, said } = await run(['listen'])
    expect([code, said.at(-1)]).toEqual([
      1,
      expect.stringMatching(/not kept anymore.*--since 30d.*--since 0s/),
    ])
  })

  test('a file that holds no place in the feed', { tags: 'long' }, async () => {
    const first = await listening()
    await first.stop()
    const folder = join(home, 'timbre/listen')
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{}')
    expect(await run(['listen'])).toMatchObject({ code: 1, said: [expect.stringContaining('Delete it')] })
  })

  test.each([
    [
      421,
      { region: { zone: 'eu', apiUrl: 'https://eu.example.org/api' } },
      'set TIMBRE_URL to https://eu.example.org.',
    ],
    [401, {}, 'The service refuses the token that it issued. Check the client.'],
    [
      403,
      { error: { code: 'insufficient_scope', message: 'The token lacks\u001b[2J the scope.' } },
      'The token lacks\ufffd[2J the scope.',
    ],
    [200, undefined, 'but not like Timbre. Check TIMBRE_URL.'],
  ])('%i', async (status, body, words) => {
    const url = await pretend((path) => (path === '/api/v4/auth' ? undefined : { status, body }))
    const { code, said } = await run(['listen'], { TIMBRE_URL: url })
    expect([code, said.length]).toEqual([1, 1])
    expect(said[0]).toContain(words)
  })

  const event = {
    id: 'a'.repeat(24),
    seq: 1,
    type: 'tag.created',
    timestamp: '2026-11-23T08:00:00Z',
    data: {},
  }
  const unlike = 'an answer that is not like Timbre: %s'
  test.each<[string, unknown]>([
    ['null', null],
    ['an event that is null', { events: [null] }],
    ['an id with a line break', { events: [{ ...event, id: 'a\nwebhook-signature: b' }] }],
    ['a place that is no id', { events: [], after: 'a\nb', hasMore: false }],
  ])(unlike, refusesAnswer)
  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['a list', []],
    ['no events', {}],
    ['events that are no list', { events: {} }],
    ['data that is null', { events: [{ ...event, data: null }] }],
    ['a type that is no text', { events: [{ ...event, type: 7 }] }],
    ['a time that is none', { events: [{ ...event, timestamp: 'soon' }] }],
  ])(unlike, { tags: 'long' }, refusesAnswer)

  async function refusesAnswer(_: string, body: unknown): Promise<void> {
    const url = await pretend((path) => (path === '/api/v4/auth' ? undefined : { status: 200, body }))
    for (const words of [
      ['events', 'list'],
      ['events', 'get', 'a'.repeat(24)],
      ['listen', ...forwardTo()],
    ]) {
      const { code, said } = await run(words, { TIMBRE_URL: url })
      expect([code, said], words.join(' ')).toEqual([
        1,
        [`${url} answers 200, but not like Timbre. Check TIMBRE_URL.`],
      ])
    }
    expect(receiver.received).toEqual([])
  }

  test('an answer without end', { tags: 'long' }, async () => {
    const url = await pretend((path) =>
      path === '/api/v4/auth' ? undefined : { status: 200, body: 'x'.repeat(33 * 1024 * 1024) },
    )
    const { code, said } = await run(['events', 'list'], { TIMBRE_URL: url })
    expect([code, said]).toEqual([1, [`${url} answers with more than 32 MB. Check TIMBRE_URL.`]])
  })

  test('401 is answered with a new token first', async () => {
    let [tokens, refusals] = [0, 0]
    const url = await pretend((path) => {
      if (path === '/api/v4/auth') tokens += 1
      else if (refusals === 0) {
        refusals += 1
        return { status: 401, body: {} }
      }
      return undefined
    })
    await listening([], { TIMBRE_URL: url })
    expect([tokens, refusals]).toEqual([2, 1])
  })
})

test('characters that could control a terminal are replaced, and escaped in JSON', async () => {
  const event = {
    ...{ id: 'b'.repeat(24), seq: 1, timestamp: '2026-11-22T08:14:03.221Z' },
    ...{ type: 'tag.created\u001b]0;x\u0007', data: { tagId: '\u009b2J\u202e' } },
  }
  const url = await pretend((path) =>
    path.includes('before=latest') ? { status: 200, body: { events: [event], after: null } } : undefined,
  )
  const shown = await run(['events', 'list'], { TIMBRE_URL: url })
  expect(shown.printed[0]).toMatch(/tag\.created\ufffd\]0;x\ufffd +tagId \ufffd2J\ufffd$/)
  const { printed } = await run(['events', 'list', '--json'], { TIMBRE_URL: url })
  expect(printed[0]).toContain('\\u009b2J\\u202e')
  expect(JSON.parse(printed[0] ?? '')).toEqual({ events: [event] })
})

describe('a token in the environment', () => {
  test('is used instead of the client, and named if it is refused', async () => {
    const without = { TIMBRE_CLIENT_ID: '', TIMBRE_CLIENT_SECRET: '' }
    const { code } = await run(['events', 'list'], { ...without, TIMBRE_TOKEN: account.token })
    expect(code).toBe(0)
    const refused = await run(['events', 'list'], { ...without, TIMBRE_TOKEN: 'ended' })
    expect([refused.code, refused.said]).toEqual([
      1,
      ['The service refuses TIMBRE_TOKEN. It may have ended.'],
    ])
    const broken = await run(['events', 'list'], { TIMBRE_TOKEN: 'a\nb' })
    expect([broken.code, broken.said.join()]).toEqual([2, expect.stringContaining('without spaces')])
  })
})

test('a reader that has what it wanted ends the program without a word', { tags: 'long' }, async () => {
  const program = join(import.meta.dirname, '../scripts/timbre.ts')
  const line = `{ sleep 0.2; "${process.execPath}" "${program}" events --help; echo "ended $?" >&2; } | true`
  const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: inject('compileCache') }
  const said = await new Promise((resolve) =>
    execFile('sh', ['-c', line], { env: environment }, (_error, _stdout, stderr) => resolve(stderr)),
  )
  expect(said).toBe('ended 0\n')
})

describe('events', () => {
  test('list has the newest last, and get has one with where it was sent', async () => {
    const made = [await addTag(), await addTag()]
    const { printed } = await run(['events', 'list', '--types', 'tag.*'])
    expect(printed.map((line) => line.split(' ').at(-1))).toEqual(made)
    const [id = ''] = printed[0]?.split(' ') ?? []
    const got = await run(['events', 'get', id, '--json'])
    expect(JSON.parse(got.printed[0] ?? '')).toMatchObject({ event: { id, deliveries: [] } })
    expect(await run(['events', 'get', 'c'.repeat(24)])).toMatchObject({
      code: 1,
      said: ['Event not found. Events are kept for 30 days.'],
    })
  })

  test('replay counts, then has a webhook send again', async () => {
    await addTag()
    const { body, text } = await account.call('POST', '/webhook', { url: 'https://hooks.example.com/a' })
    expect(body.webhook, text).toBeDefined()
    const words = ['events', 'replay', '--webhook', body.webhook.id, '--since', '1h']
    expect((await run([...words, '--dry-run'])).printed).toEqual(['1 event would be sent again.'])
    expect((await run(words)).printed).toEqual(['1 event will be sent again.'])
  })
})

describe('trigger', () => {
  test('sends the signed sample with a new id, and tells whether it was accepted', async () => {
    const words = ['trigger', 'profile.completed', ...forwardTo()]
    expect(await run(words)).toMatchObject({ code: 0 })
    receiver.answer(500)
    expect(await run(words)).toMatchObject({ code: 1 })
    const [secret = ''] = (await run(['listen', '--print-secret'])).printed
    const ids = receiver.received.map(({ body, headers }) => {
      const event = new Verifier(secret).verify(body, headers as Record<string, string>)
      expect(event).toMatchObject({ type: 'profile.completed' })
      return (event as { id: string }).id
    })
    expect(new Set(ids).size).toBe(2)
    expect((await account.call('GET', '/events')).body.events).toEqual([])
  })

  test('names the types if there is no such one', async () => {
    const { code, said } = await run(['trigger', 'profile.done', ...forwardTo()])
    expect([code, said[0]]).toEqual([
      1,
      expect.stringMatching(/no event type "profile.done"\. .*profile\.completed/),
    ])
  })

  test.each([
    'http://8.8.8.8/',
    'http://[2606:4700::1]/',
    'http://169.254.169.254/latest',
    'http://0x08080808/',
    'http://[::ffff:8.8.8.8]/',
  ])('sends nothing to %s', async (url) => {
    const { code, said } = await run(['trigger', 'profile.completed', '--forward-to', url])
    expect([code, said[0]]).toEqual([1, expect.stringContaining('Add a webhook for public addresses.')])
  })
})

describe('a line that is refused is one line and sends nothing:', () => {
  test.each([
    ['listen --forward-to ftp://localhost', /^--forward-to must be an address/],
    ['listen --forward-to http://a:b@localhost', /^--forward-to must be an address/],
    ['listen --since soon', /^--since must be a duration such as 30s/],
    ['listen --types tag.created,', /^--types has an empty part/],
    ['listen --print-secret --json', /^--print-secret stands alone/],
    ['listen now', /^"now" is one word too many/],
    ['listen --port 1', /^Unknown option '--port'/],
    ['events', /^Give list, get or replay/],
    ['events drop', /^Give list, get or replay/],
    ['events list --limit 101', /^--limit must be from 1 to 100/],
    ['events get', /^Give the id of an event/],
    ['events get ../account', /^Give the id of an event/],
    ['events list --webhook a', /^Unknown option '--webhook'/],
    ['events replay', /^Give --webhook/],
    [`events replay --webhook ${'a'.repeat(24)}`, /^Give --events or --since/],
    [`events replay --webhook ${'a'.repeat(24)} --events b --all`, /^--types and --all belong to --since/],
    ['trigger profile.completed', /^Give a type and --forward-to/],
  ])('%s', async (line, words) => {
    const { code, printed, said } = await run(line.split(' '), { TIMBRE_URL: 'http://127.0.0.1:1' })
    expect([code, printed, said.length]).toEqual([2, [], 1])
    expect(said[0]).toMatch(words)
  })

  test.each([
    [{ TIMBRE_URL: '' }, /^Set TIMBRE_URL in the environment/],
    [{ TIMBRE_URL: 'timbre.example.org' }, /^TIMBRE_URL must be the address/],
    [{ TIMBRE_CLIENT_SECRET: '' }, /^Set TIMBRE_CLIENT_SECRET/],
  ])('with %o', async (replaced, words) => {
    const { code, said } = await run(['listen'], replaced)
    expect([code, said.length]).toEqual([2, 1])
    expect(said[0]).toMatch(words)
  })

  test('a folder that cannot be written', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    mkdirSync(join(home, 'x'))
    const { code, said } = await run(['listen', '--print-secret'], { XDG_CONFIG_HOME: file })
    expect([code, said.length]).toEqual([1, 1])
    expect(said[0]).toContain(file)
  })
})

type Pretended = { status: number; body: unknown } | undefined

/** A service that answers as told, and otherwise issues tokens and has no events. */
async function pretend(answer: (path: string) => Pretended): Promise<string> {
  const server = createServer((request, response) => {
    const usual = { events: [], after: null, access_token: 'a', expires_in: 3600 }
    const { status, body } = answer(request.url ?? '') ?? { status: 200, body: usual }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body) ?? 'hello')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
