import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { copyDemoDir } from './support/prepared-data-dir.ts'
import { cleanUp, type Running, startByNpm } from './support/process.ts'
import { freePort } from './support/service.ts'

// The shell samples of README.md and docs/api.md, run in order against the demo, as a reader would paste them.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const samplesIn = (path: string) =>
  [...read(path).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)

let service: Running
const environment = { DATA_DIR: '', PORT: '' }
beforeAll(async () => {
  environment.PORT = String(await freePort())
  // The first start by npm is that of test/first-five-minutes.test.ts.
  environment.DATA_DIR = await copyDemoDir(environment.PORT)
  service = startByNpm(environment)
  await service.ready()
  // The demo is complete when the table is printed.
  await vi.waitUntil(() => service.stdout().includes('Sample app'), { timeout: 60_000 })
})
afterAll(cleanUp)

/** Runs the samples in one shell, in the checkout. Only the data directory differs from what is printed. */
async function run(samples: readonly string[]): Promise<string> {
  const script = samples.join('\n').replaceAll('./data/', `${environment.DATA_DIR}/`)
  const env = { ...process.env, ...environment }
  const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script], {
    cwd: root,
    env,
    timeout: 170_000,
  })
  expect(stderr).toBe('')
  expect(stdout).not.toContain('"status":"error"')
  return stdout
}

describe('the samples', () => {
  test('of README.md create a person and find the invite link in the mailbox', { tags: 'long' }, async () => {
    const [commands = '', ...samples] = samplesIn('README.md')
    expect(commands).toMatch(/^npm start .*\nnpm test .*\n$/)
    const printed = await run(samples)
    expect(printed).toMatch(/"profiles":\[\{.*"isCompleted":true/)
    expect(printed).toMatch(/HTTP\/1\.1 204 /)
    expect(printed).toMatch(/\/t\/us\.tmb_link_\S+\n$/)
  })

  test('of docs/api.md get the documented responses', { tags: 'long' }, async () => {
    const printed = await run(samplesIn('docs/api.md'))
    expect(printed.match(/^idempotent-replayed: true\r?$/gim)).toHaveLength(1)
    expect(printed).toContain('"label":"Sales"')
    expect(printed).toMatch(/us\.tmb_share_/)
    expect(printed).toMatch(/^Invited just now; try again in \d+ s$/m)
    expect(printed).toMatch(/^\d\d+ people with DISC; profile\.created invite\.sent$/m)
    expect(printed).toContain('"attempts":[')
    expect(printed).toContain('get_behavioral_summary')
    expect(printed).toMatch(/debriefGenerated: true\n.*?^false$/ms)
    expect(printed).toMatch(/^client_id /m)
    expect(printed).toContain('"flexibility": {')
  })
})

test('README.md shows the table that the start prints, except for its credentials', { tags: 'long' }, () => {
  const [, table = ''] = /^```\n(Timbre .*?)^```$/ms.exec(read('README.md')) ?? []
  const rowNames = (text: string) => [...text.matchAll(/^ {2}(\S.*?) {2,}\S/gm)].map(([, name]) => name)
  expect(rowNames(service.stdout())).toEqual(rowNames(table))
  const notes = [...table.matchAll(/^ {4,}([^:…]+?)(?:: http.*)?$/gm)].map(([, note = '']) => note)
  for (const note of notes.filter((text) => !/^(curl|claude)/.test(text)))
    expect(service.stdout()).toContain(note)
})

test('every npm script that a document names is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'docs/api.md',
    'docs/self-hosting.md',
  ]
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
  )
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([])
})
