import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isClientCommand } from '../clients/cli/program.ts'
import { type Command, parseCommandLine } from '../scripts/administration/command.ts'
import { commands } from '../scripts/administration/commands.ts'
import { verifyCommand } from '../scripts/administration/verify.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { shellHere } from './support/scripts.ts'
import { callAs, startTestService } from './support/service.ts'

// The commands of the shell that documents print: they exist with these options, and those of the runbook do what it says.

afterAll(cleanUp)

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const scripts: Record<string, readonly Command[]> = { timbre: commands, audit: [verifyCommand] }

/** The help of the command that a printed line runs. */
function helpFor(script: string, line: string): string {
  const [noun = '', verb = ''] = line.split(/[\s,]+/)
  const words = /^[a-z]/.test(verb) ? [noun, verb] : [noun]
  const parsed = parseCommandLine('timbre', scripts[script] ?? [], [...words, '--help'])
  return 'help' in parsed ? parsed.help : ''
}

test.each(documents)('every command that %s prints exists, with its options', (document) => {
  const printed = [
    ...read(document).matchAll(
      /(?:npm run (?:--silent )?(timbre|audit) --|\btimbre-admin) ([a-z][^`\n|#>)]*)/g,
    ),
  ].map(([, script = 'timbre', line = '']) =>
    line.startsWith('audit ')
      ? { script: 'audit', line: line.slice('audit '.length).trim() }
      : { script, line: line.trim() },
  )
  for (const { script, line } of printed.filter(({ line }) => !isClientCommand(line.split(' ')))) {
    const help = helpFor(script, line)
    expect(help, line).not.toBe('')
    // A redirect of an app may have two dashes of its own.
    for (const option of line.match(/(?<= )--[a-z][a-z-]*/g) ?? []) expect(help, line).toContain(option)
  }
})

test('every command in the tables of docs/self-hosting.md exists', () => {
  const nouns = new Set(commands.map(({ name }) => name.split(' ')[0]))
  const named = read('docs/self-hosting.md')
    .split('\n')
    .flatMap((line) => [...(/^\| (`[^|]+?) +\|/.exec(line)?.[1] ?? '').matchAll(/`([a-z]+ [a-z-]+[^`]*)`/g)])
    .map(([, line = '']) => line)
    .filter((line) => nouns.has(line.split(' ')[0]))
  expect(named.length).toBeGreaterThan(30)
  for (const line of named) expect(helpFor('timbre', line), line).not.toBe('')
})

/** Commands of the runbook that need another installation, and the test that runs them there. */
const elsewhere: Record<string, string> = {
  'database prepare': 'src/database/logins.test.ts',
  'timbre backup check': 'test/backup-check.test.ts',
  'timbre backup list': 'test/dump-backup.test.ts',
  'timbre backup now': 'test/dump-backup.test.ts',
  'timbre restore': 'test/dump-backup.test.ts',
}

test('the commands of docs/runbook.md do what it says, while the service runs', async () => {
  const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), DATA_DIR: newDataDir() }
  const running = await startTestService(keys)
  const account = await running.account()
  const environment = { ...keys, DATABASE_URL: running.db.url }
  const printed = [...read('docs/runbook.md').matchAll(/npm run (?:--silent )?(\w+) -- ([a-z][^`\n]*)/g)].map(
    ([, script = '', line = '']) => ({ script, line: line.replace(/ *#.*/, '') }),
  )
  const nameOf = ({ script, line }: (typeof printed)[number]) =>
    `${script} ${/^[a-z]+(?: [a-z]+)?/.exec(line)?.[0]}`
  // Each once, although several sections name it.
  const lines = [...new Map(printed.map((one) => [`${one.script} ${one.line}`, one])).values()]
  const here = lines.filter((one) => !(nameOf(one) in elsewhere))
  const [known, used] = [Object.keys(elsewhere).sort(), new Set(printed.map(nameOf))]
  expect(known.filter((name) => !used.has(name))).toEqual([])
  for (const file of Object.values(elsewhere)) expect(existsSync(join(root, file)), file).toBe(true)
  expect(here.length).toBeGreaterThan(5)
  // Only what is held can be released.
  await shellHere(environment)('outbox hold')
  // The client ends with its section; everything else needs it.
  const isLast = ({ line }: { line: string }) => Number(line.startsWith('client revoke'))
  for (const { script, line } of here.sort((one, other) => isLast(one) - isLast(other))) {
    const run = shellHere(environment, script as 'timbre' | 'audit')
    const named = line.replace('CLIENT_ID', account.clientId).replace(/\bID\b/, account.id)
    const { code, stderr } = await run(named)
    expect(code, `${named}: ${stderr}`).toBe(0)
    const { status } = await callAs(running.baseUrl, account.token)('GET', '/account')
    expect(status, named).toBe(line.startsWith('client revoke') ? 401 : 200)
  }
})
