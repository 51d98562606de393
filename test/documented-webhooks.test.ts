import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { completePerson } from './support/inputs.ts'
import { freePort, startTestService, type TestAccount, type TestService } from './support/service.ts'
import { startWebhookReceiver } from './support/webhook-receiver.ts'

// The programs of docs/events.md, run as a reader would save and run them, against a real service.

const text = readFileSync(join(import.meta.dirname, '../docs/events.md'), 'utf8')
const programs = [
  ...text.matchAll(/^```(?:js|python|php)\n((?:<\?php\n)?(?:\/\/|#) (\S+)\n[\s\S]*?)^```$/gm),
].map(([, source = '', name = '']) => ({ name, source }))
/** The only program of this name that contains these words. */
function program(name: string, words = ''): string {
  const found = programs.filter((one) => one.name === name && one.source.includes(words))
  expect(found.length, `${name} ${words}`).toBe(1)
  return found[0]?.source ?? ''
}

const has = (command: string) => spawnSync(command, ['--version']).error === undefined

let running: TestService
let account: TestAccount
let folder: string
let children: ChildProcess[]
beforeAll(async () => {
  running = await startTestService({ WEBHOOKS: 'on' })
})
beforeEach(async () => {
  account = await running.account()
  folder = mkdtempSync(join(tmpdir(), 'timbre-samples-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const save = (name: string, source: string) => writeFileSync(join(folder, name), source)
const saved = (name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''

/** Starts a program in the folder; `output` is what it has printed so far. */
function start(command: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH ?? '', ...environment } })
  children.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      printed += piece
    })
  return { child, output: () => printed }
}

/** Settings of programs that call the API. */
function access(): Record<string, string> {
  const { clientId, clientSecret } = account
  return {
    TIMBRE_API: running.baseUrl,
    TIMBRE_CLIENT_ID: clientId,
    TIMBRE_CLIENT_SECRET: clientSecret,
    TIMBRE_URL: running.url,
  }
}

let people = 0
/** A new person who has completed everything. */
function complete(): Promise<string> {
  people += 1
  return completePerson(running, account, `sample${people}`)
}

const lines = () => saved('completed.csv').split('\n').filter(Boolean)

/** The events of the feed in the columns of the spreadsheet. */
async function completions(): Promise<string[][]> {
  const { events } = (await account.call('GET', '/events?types=profile.completed')).body
  return (events as Completion[]).map(({ id, timestamp, data }) => [
    id,
    timestamp,
    data.profileId,
    String(data.attempt),
  ])
}
type Completion = { id: string; timestamp: string; data: { profileId: string; attempt: number } }

describe('the program that reads the feed', () => {
  const spreadsheet = () => save('handle.mjs', program('handle.mjs', 'completed.csv'))
  beforeEach(() => save('events.mjs', program('events.mjs')))

  test('adds a line for everyone who completes, and continues where it was killed', async () => {
    spreadsheet()
    await complete()
    const { child, output } = start(process.execPath, ['events.mjs'], access())
    await vi.waitUntil(() => lines().length === 1, { timeout: 20_000 }).catch(() => expect(output()).toBe(''))
    await vi.waitUntil(() => saved('events.after') !== '', { timeout: 20_000 })
    child.kill('SIGKILL')
    await complete()
    start(process.execPath, ['events.mjs'], access())
    await vi.waitUntil(() => lines().length === 2, { timeout: 20_000 })
    expect(lines().map((line) => line.split(','))).toEqual(await completions())
  })

  test('tells Slack a link, and no name', { tags: 'long' }, async () => {
    save('handle.mjs', program('handle.mjs', 'SLACK'))
    const slack = await startWebhookReceiver()
    const id = await complete()
    start(process.execPath, ['events.mjs'], {
      ...access(),
      SLACK_WEBHOOK_URL: slack.url('/services/T0/B0/x'),
    })
    await vi.waitUntil(() => slack.received.length > 0, { timeout: 20_000 })
    expect(slack.received.map(({ body }) => JSON.parse(body))).toEqual([
      { text: `Someone has completed the assessments: ${running.url}/people/${id}` },
    ])
  })

  test('ends with what the service says if its key is wrong', async () => {
    spreadsheet()
    const { child, output } = start(process.execPath, ['events.mjs'], {
      ...access(),
      TIMBRE_CLIENT_SECRET: 'wrong',
    })
    await new Promise((done) => child.on('exit', done))
    expect(output()).toMatch(/Signing in failed: 401/)
  })
})

const receivers = [
  { name: 'receive.mjs', command: process.execPath, args: () => ['receive.mjs'] },
  { name: 'receive.py', command: 'python3', args: () => ['receive.py'] },
  { name: 'receive.php', command: 'php', args: (port: string) => ['-S', `127.0.0.1:${port}`, 'receive.php'] },
]

// A machine without Python or PHP can't run their samples.
describe.each(receivers.filter(({ command }) => has(command)))('$name', ({ name, command, args }) => {
  const tags = name === 'receive.mjs' ? [] : ['long']
  test('accepts what is signed with its secret, now or during a rotation, and nothing else', {
    tags,
  }, async () => {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}/`
    const { webhook } = (await account.call('POST', '/webhook', { url, types: ['profile.*'] })).body
    save('handle.mjs', program('handle.mjs', 'completed.csv'))
    save(name, program(name))
    const { output } = start(command, args(port), { TIMBRE_WEBHOOK_SECRET: webhook.secret, PORT: port })
    await vi.waitUntil(() => isOpen(port), { timeout: 20_000 })

    await complete()
    await running.service.drainWebhooks()
    const { deliveries } = (await account.call('GET', `/webhook/${webhook.id}/deliveries`)).body
    const states = (deliveries as { type: string; state: string }[]).map(({ type, state }) => [type, state])
    expect(states, output()).toContainEqual(['profile.completed', 'delivered'])
    expect(states.filter(([, state]) => state !== 'delivered')).toEqual([])
    const [[id = ''] = []] = await completions()
    expect(name === 'receive.mjs' ? saved('completed.csv') : output()).toContain(id)

    const event = (await account.call('GET', `/event/${id}`)).body.event
    const body = JSON.stringify({ ...event, deliveries: undefined })
    const post = (headers: Record<string, string>, sent = body) =>
      fetch(url, { method: 'POST', body: sent, headers }).then(({ status }) => status)
    const now = Math.floor(Date.now() / 1_000)
    const signed = (at = now, secret = webhook.secret) => ({
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': signature(secret, `${id}.${at}.${body}`),
    })
    const right = signed()
    const other = signed(now, `whsec_${Buffer.alloc(32).toString('base64')}`)
    const both = `${other['webhook-signature']} ${right['webhook-signature']}`
    expect([await post(right), await post({ ...right, 'webhook-signature': both })]).toEqual([204, 204])
    const attacks = {
      'no headers': post({}),
      'another secret': post(other),
      'a changed body': post(right, body.replace('"attempt":1', '"attempt":2')),
      'another id': post({ ...right, 'webhook-id': id.replace(/.$/, 'x') }),
      'another time': post({ ...right, 'webhook-timestamp': String(now + 1) }),
      'an old request': post(signed(now - 301)),
      'one from the future': post(signed(now + 302)),
      'another version': post({
        ...right,
        'webhook-signature': right['webhook-signature'].replace('v1', 'v2'),
      }),
      'an empty signature': post({ ...right, 'webhook-signature': '' }),
      'no time': post({ ...right, 'webhook-timestamp': 'NaN' }),
      'a long body': post(right, 'x'.repeat(70_000)),
    }
    for (const [attack, status] of Object.entries(attacks))
      expect([attack, await status]).toEqual([attack, 400])
  })
})

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

function isOpen(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('close', () => socket.destroy()).setTimeout(1_000, () => socket.destroy())
  })
}

test('the script for Google Sheets adds rows, and continues at the next run', { tags: 'long' }, async () => {
  // Google's services are not here: these stand for them, with requests made by curl, which also waits for its answer.
  save(
    'run.mjs',
    `import { execFileSync } from 'node:child_process'
    import { existsSync, readFileSync, writeFileSync } from 'node:fs'
    import vm from 'node:vm'
    const properties = existsSync('properties.json') ? JSON.parse(readFileSync('properties.json', 'utf8')) : {}
    const rows = []
    const context = {
      LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock() {} }) },
      PropertiesService: {
        getScriptProperties: () => ({
          getProperty: (name) => process.env[name] ?? properties[name] ?? null,
          setProperty: (name, value) => { properties[name] = value },
        }),
      },
      SpreadsheetApp: {
        flush() {},
        getActiveSpreadsheet: () => ({ getSheets: () => [{ appendRow: (row) => rows.push(row) }] }),
      },
      UrlFetchApp: {
        fetch: (url, { method = 'get', headers = {}, payload = {} }) => {
          const fields = Object.entries(payload).flatMap(([name, value]) => ['--data-urlencode', name + '=' + value])
          const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', name + ': ' + value])
          const args = ['-sS', '--fail', '-X', method.toUpperCase(), ...sent, ...fields, url]
          return { getContentText: () => execFileSync('curl', args, { encoding: 'utf8' }) }
        },
      },
    }
    vm.runInNewContext(readFileSync('Code.gs', 'utf8') + '; readEvents()', context)
    writeFileSync('properties.json', JSON.stringify(properties))
    console.log(JSON.stringify(rows))`,
  )
  save('Code.gs', program('Code.gs'))
  const run = async () => {
    const env = { PATH: process.env.PATH ?? '', ...access() }
    const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs'], { cwd: folder, env })
    return (JSON.parse(stdout) as unknown[][]).map((row) => row.map(String))
  }
  expect(await run()).toEqual([])
  await complete()
  await complete()
  const all = await completions()
  expect(await run()).toEqual(all)
  expect(await run()).toEqual([])
  await complete()
  expect(await run()).toEqual((await completions()).slice(2))
})

describe('GET /docs/events', () => {
  test('200 with every type and the addresses of this installation, without a script', async () => {
    const answer = await fetch(`${running.url}/docs/events`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('link')).toBe('</docs/events.md>; rel="alternate"; type="text/markdown"')
    const html = await answer.text()
    const markdown = await (await fetch(`${running.url}/docs/events.md`)).text()
    expect(html).not.toContain('<script')
    expect(html).toContain('<h1 class="page-title">Events and webhooks</h1>')
    expect(markdown).toMatch(/^# Events and webhooks\n/)
    for (const { type } of (await account.call('GET', '/event-types')).body.eventTypes as {
      type: string
    }[]) {
      expect(html).toContain(`<li><code>${type}</code>: `)
      expect(markdown).toContain(`\n- \`${type}\`: `)
    }
    for (const shown of [html, markdown]) {
      expect(shown).not.toContain('timbre.example.org')
      expect(shown).toContain(`${running.baseUrl}/webhook`)
    }
  })

  test('is where requests to endpoints, llms.txt and the reference say that it is', async () => {
    const slash = await fetch(`${running.url}/docs/events/`, { redirect: 'manual' })
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/docs/events'])
    for (const path of ['/llms.txt', '/docs/reference'])
      expect(await (await fetch(running.url + path)).text(), path).toContain(`${running.url}/docs/events`)
    const receiver = await startWebhookReceiver()
    await account.call('POST', '/webhook', { url: receiver.url() })
    await account.call('POST', '/tag', { label: 'Sales', color: 'blue' })
    await running.service.drainWebhooks()
    expect(receiver.received[0]?.headers['user-agent']).toMatch(`(+${running.url}/docs/events)`)
  })
})
