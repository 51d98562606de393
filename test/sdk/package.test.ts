import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { Timbre } from '../../clients/sdk/timbre.ts'
import { buildSdk } from '../../scripts/clients.ts'
import type { CodeSample } from '../../src/http/rest/openapi/code-samples.ts'
import { operationsOf } from '../../src/http/rest/openapi/objects.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { openapiDocument } from '../support/openapi-checks.ts'
import { startTestService } from '../support/service.ts'

// The package as its users get it: packed, installed in an empty project, compiled and run there. SDK_NODES and
// SDK_COMPILERS name more programs to try (paths, separated by colons), Deno and Bun among them.

const root = join(import.meta.dirname, '../..')
const house = join(root, 'node_modules/.bin')
const others = (name: string) => (process.env[name] ?? '').split(':').filter(Boolean)
/** The system's Node, if there is one. */
const systemNode = spawnSync('/usr/bin/node', ['--version']).status === 0 ? ['/usr/bin/node'] : []
const nodes = [join(house, 'node'), ...systemNode, ...others('SDK_NODES')]
const compilers = [join(house, 'tsc'), ...others('SDK_COMPILERS')]

let project: string
let tarball: { size: number; files: { path: string }[] }
const run = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  promisify(execFile)(program, args, { cwd: project, env: { PATH: process.env.PATH, ...env } })

/** The samples of the API reference, each in a scope of its own. */
const samples = () => {
  const sources = operationsOf(openapiDocument()).flatMap(({ operation }) =>
    (operation['x-codeSamples'] as CodeSample[]).filter(({ label }) => label === 'SDK'),
  )
  const [first = ''] = sources[0]?.source.split('\n') ?? []
  const bodies = sources.map(({ source }) => `await (async () => {${source.replace(first, '')}\n})()`)
  expect(bodies.length).toBeGreaterThan(80)
  return [first, processType, 'declare const process: Process', ...bodies].join('\n')
}

/** The TypeScript of docs/events.md. */
const guideSamples = () =>
  [...readFileSync(join(root, 'docs/events.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
    ([, text = '']) => text,
  )
const processType = 'type Process = { env: Record<string, string | undefined> }'

/** Twelve calls, with what the types promise about them. */
const program = `
import { Timbre, NotFound, isCode, type TimbreEvent } from '@timbre/sdk'
import { verifyWebhook } from '@timbre/sdk/webhooks'

declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } }
const { TIMBRE_URL = '', TIMBRE_CLIENT_ID = '', TIMBRE_CLIENT_SECRET = '' } = process.env
const timbre = new Timbre({ baseUrl: TIMBRE_URL, clientId: TIMBRE_CLIENT_ID, clientSecret: TIMBRE_CLIENT_SECRET })
const done: string[] = []
const { data: account } = await timbre.accounts.get()
done.push(account.mode)
const { created, profile } = await timbre.profiles.create({ email: 'ada@example.org', firstName: 'Ada' })
done.push(String(created))
const { tag } = await timbre.tags.create({ label: 'Packed', color: 'blue' })
await timbre.tags.addProfiles(tag.id, [profile.id])
const { profile: changed } = await timbre.profiles.update(profile.id, { lastName: 'Lovelace' })
done.push(changed.lastName ?? '')
for await (const person of timbre.profiles.list({ tagIds: [tag.id] })) {
  const completed: string[] = person.completedAssessments
  done.push(person.disc?.style ?? 'no style', String(completed.length))
}
const { rate } = await timbre.profiles.get(profile.id).withResponse()
done.push(typeof rate)
await timbre.invites.sendByEmail(profile.id)
const types: TimbreEvent['type'][] = []
const { events } = await timbre.events.stream({ types: ['profile.*', 'invite.*'] })
for (const event of events) {
  types.push(event.type)
  if (event.type === 'profile.created') done.push(event.data.profileId === profile.id ? 'same' : 'other')
}
const { eventTypes } = await timbre.eventTypes.list()
done.push(eventTypes.some(({ type }) => type === types[0]) ? 'known' : 'unknown')
await timbre.profiles.delete(profile.id)
try {
  await timbre.profiles.get(profile.id)
} catch (error) {
  if (error instanceof NotFound && isCode(error, 'profile_not_found')) done.push(error.code)
}
// @ts-expect-error -- there is no such field
const wrong = () => timbre.profiles.create({ fristName: 'Ada' })
// @ts-expect-error -- a color that doesn't exist
const color = () => timbre.tags.create({ label: 'a', color: 'green' })
await verifyWebhook('{}', {}, 'whsec_AAAA').catch((error) => done.push(error.reason))
process.stdout.write(JSON.stringify([...done, typeof wrong, typeof color]))
`

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'timbre-sdk-'))
  afterFile(() => rmSync(project, { recursive: true }))
  const packed = join(project, 'sdk')
  mkdirSync(packed)
  for (const name of ['package.json', 'README.md']) {
    copyFileSync(join(root, 'clients/sdk', name), join(packed, name))
  }
  buildSdk(join(packed, 'dist'))
  const npm = { npm_config_update_notifier: 'false', HOME: project }
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: packed,
    env: { PATH: process.env.PATH, ...npm },
  })
  // npm 12 answers with an object by name, earlier ones with a list.
  const made = Object.values(JSON.parse(stdout)) as { filename: string; size: number; files: [] }[]
  tarball = made[0] ?? expect.unreachable()
  const filename = made[0]?.filename ?? ''
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'src/use.ts'), program)
  writeFileSync(join(project, 'src/samples.ts'), samples())
  for (const [n, sample] of guideSamples().entries())
    writeFileSync(
      join(project, `src/guide-${n}.ts`),
      `${sample}\ndeclare const process: Process\n${processType}`,
    )
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], npm)
})

test('has no dependencies, and at most 120 KB', () => {
  const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@timbre/sdk/package.json'), 'utf8'))
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([])
  expect(tarball.size).toBeLessThan(120_000)
  const odd = tarball.files.filter(
    ({ path }) => !/^(dist\/[\w/-]+(\.d)?\.(js|ts)|README\.md|package\.json)$/.test(path),
  )
  expect(odd).toEqual([])
})

describe.each(compilers)('with the compiler %s', (compiler) => {
  const title = 'strict types have no errors, nor have the samples of the reference'
  // The twelve calls below run what this one writes.
  test(`${title} (nodenext)`, () => compile('nodenext'))
  test(`${title} (bundler)`, { tags: 'long' }, () => compile('bundler'))

  async function compile(resolution: 'nodenext' | 'bundler'): Promise<void> {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
    const options = {
      ...{
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
      },
      ...{ module, moduleResolution: resolution, target: 'es2022', types: [] },
      ...{ lib: ['es2022', 'dom', 'dom.iterable'], outDir: 'out', rootDir: 'src' },
    }
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['src'] }),
    )
    const { stdout } = await run(compiler, ['-p', '.']).catch((error) => error)
    expect(stdout).toBe('')
  }
})

/** What runs a file, and lets it use network and environment. */
const wordsBefore = (program: string) => (basename(program) === 'deno' ? ['run', '--allow-all'] : [])

test('twelve calls work on each Node', { tags: 'long' }, async () => {
  const running = await startTestService()
  const seen: Record<string, unknown> = {}
  for (const node of nodes) {
    const { clientId, clientSecret } = await running.account()
    const access = { TIMBRE_URL: running.url, TIMBRE_CLIENT_ID: clientId, TIMBRE_CLIENT_SECRET: clientSecret }
    const { stdout } = await run(node, [...wordsBefore(node), 'out/use.js'], access)
    const { stdout: version } = await run(node, ['--version'])
    seen[`${basename(node)} ${version.trim()}`] = JSON.parse(stdout)
  }
  const expected = [
    ...['demo', 'true', 'Lovelace', 'no style', '0', 'undefined', 'same', 'known', 'profile_not_found'],
    ...['signature', 'function', 'function'],
  ]
  expect(Object.keys(seen).length).toBeGreaterThan(0)
  for (const [version, outcome] of Object.entries(seen))
    expect([version, outcome]).toEqual([version, expected])
})

/** Runs a program in the project, in a folder of its own, against a sandbox whose webhooks are sent. */
async function runInSandbox(
  name: string,
  source: string,
  before: (timbre: Timbre) => Promise<void> = async () => {},
) {
  const running = await startTestService({ WEBHOOKS: 'on', WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' })
  const { clientId, clientSecret } = await running.account({ mode: 'sandbox' })
  await before(new Timbre({ baseUrl: running.url, clientId, clientSecret }))
  const access = { TIMBRE_URL: running.url, TIMBRE_CLIENT_ID: clientId, TIMBRE_CLIENT_SECRET: clientSecret }
  writeFileSync(join(project, name), source)
  return () => run(join(house, 'node'), [name], access)
}

test('the first way leads from an empty folder to a result in 40 lines (examples/first-result)', async () => {
  const source = readFileSync(join(root, 'examples/first-result/walk.mjs'), 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  const walk = await runInSandbox('walk.mjs', source)
  const { stdout } = await walk()
  expect(stdout).toBe('profile.completed: Ada leads with D\n')
})

test('the loop for a data warehouse of docs/events.md writes each event once', { tags: 'long' }, async () => {
  const text = readFileSync(join(root, 'docs/events.md'), 'utf8')
  const [, source = ''] = /^```js\n(\/\/ warehouse\.mjs\n[\s\S]*?)^```$/m.exec(text) ?? []
  const loop = await runInSandbox('warehouse.mjs', source, async (timbre) => {
    await timbre.sandbox.createPeople({ count: 3, completedShare: 1, seed: 7 })
  })
  await loop()
  await loop()
  const lines = readFileSync(join(project, 'events.jsonl'), 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    Array(3).fill({ type: 'profile.completed', style: expect.stringMatching(/^[DISC]{1,2}$/) }),
  )
})

const bundles = 'the bundle of %s for browsers is at most %i bytes, with nothing of Node'
test.each([['timbre', 9_216] as const])(bundles, isSmall)
test.each([['webhooks', 1_536] as const])(bundles, { tags: 'long' }, isSmall)

async function isSmall(entry: string, most: number): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ...{ write: false, minify: true, target: 'es2022' },
      lib: { entry: join(project, `node_modules/@timbre/sdk/dist/${entry}.js`), formats: ['es'] },
    },
  })
  const [{ output } = expect.unreachable()] = built as Rollup.RollupOutput[]
  expect(output).toHaveLength(1)
  const { code } = output[0]
  expect(code).not.toMatch(/\bnode:|\bprocess\b|\brequire\(|\bBuffer\b/)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(most)
}
