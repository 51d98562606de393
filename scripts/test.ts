import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs the checks and the tests and counts them together. The last line is exactly `N passed, N failed`, plus `, N
 * skipped` if any were skipped; any failure makes the exit code 1. Tests with the tag `long` are left out and counted in
 * a line of their own; `--all` (`npm run test:all`) runs them too. `--checks-only` skips the tests; a path, as in `npm
 * test -- src/gate`, runs all tests below it and no others.
 */
async function main(): Promise<void> {
  // The checks run alongside the tests, which do not use every core at their beginning and end.
  const checking = checks.map(runCheck)
  const tested = process.argv.includes('--checks-only') ? [] : [await runTests()]
  const total = sum([...(await Promise.all(checking)).map(printCheck), ...tested])
  if (total.long > 0) console.log(`\n${total.long} long tests were left out: npm run test:all runs them too.`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

/** `long` counts the tests that were left out. */
type Count = { passed: number; failed: number; skipped: number; long: number }

const root = join(import.meta.dirname, '..')

/** Each of several would derive the types of all operations anew: twice the processor time, beside the tests. */
const oneChecker = ['--checkers', '1']

const checks = [
  { name: 'format and lint (biome)', command: 'biome', flags: ['check', '--error-on-warnings', '.'] },
  { name: 'types (tsc)', command: 'tsc', flags: ['--noEmit', ...oneChecker] },
  {
    name: 'types of the dashboard (tsc)',
    command: 'tsc',
    flags: ['--noEmit', '-p', 'web/dashboard', ...oneChecker],
  },
  { name: 'nothing unused (knip)', command: 'knip', flags: ['--no-progress'] },
]

type Checked = { name: string; passed: boolean; seconds: number; printed: string }

async function runCheck({ name, command, flags }: (typeof checks)[number]): Promise<Checked> {
  const began = performance.now()
  const run = await start(command, flags, 'pipe')
  const seconds = (performance.now() - began) / 1_000
  return { name, passed: run.status === 0, seconds, printed: run.printed }
}

/** Printed after the tests, so that the two outputs don't mix. */
function printCheck({ name, passed, seconds, printed }: Checked): Count {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (!passed) console.log(printed)
  return { passed: Number(passed), failed: Number(!passed), skipped: 0, long: 0 }
}

/** Vitest prints failures; its counts are read from a file, so that nothing depends on its wording. */
async function runTests(): Promise<Count> {
  const report = join(root, '.cache', `tests-${process.pid}.json`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const paths = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const isWhole = process.argv.includes('--all') || paths.length > 0
  const filter = isWhole ? [] : ['--tagsFilter=!long']
  const run = await start('vitest', ['run', ...reporters, ...filter, ...paths], 'inherit')
  if (!browserFound()) {
    console.log(
      '\nNO BROWSER: Chromium was neither found nor could be fetched. The browser tests were SKIPPED.',
    )
  }
  const counted = existsSync(report) ? countReport(readFileSync(report, 'utf8'), isWhole) : undefined
  rmSync(report, { force: true })
  if (!counted) return { passed: 0, failed: 1, skipped: 0, long: 0 }
  // An error outside of any test, such as an unhandled rejection, fails the run without a failed test.
  if (run.status !== 0 && counted.failed === 0) counted.failed = 1
  return counted
}

/** A file that could not be loaded has no tests to fail; it counts as one failure. */
function countReport(text: string, isWhole: boolean): Count {
  const report = JSON.parse(text) as {
    testResults: { status: string; assertionResults: { status: string; tags: string[] }[] }[]
  }
  const count = { passed: 0, failed: 0, skipped: 0, long: 0 }
  for (const file of report.testResults) {
    if (file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'))
      count.failed += 1
    for (const { status, tags } of file.assertionResults) {
      if (status === 'passed' || status === 'failed') count[status] += 1
      else count[!isWhole && tags.includes('long') ? 'long' : 'skipped'] += 1
    }
  }
  return count
}

function browserFound(): boolean {
  const path = join(root, '.cache', 'chromium-path')
  return existsSync(path) && existsSync(readFileSync(path, 'utf8').trim())
}

/** A program's exit, with its output if that was captured. */
function start(
  command: string,
  flags: string[],
  stdio: 'pipe' | 'inherit',
): Promise<{ status: number | null; printed: string }> {
  const child = spawn(join(root, 'node_modules/.bin', command), flags, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: null, printed: String(error) }))
    child.once('close', (status) => resolve({ status, printed }))
  })
}

function sum(counts: Count[]): Count {
  const total = { passed: 0, failed: 0, skipped: 0, long: 0 }
  for (const count of counts) add(total, count)
  return total
}

function add(total: Count, count: Count): void {
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  total.long += count.long
}

await main()
