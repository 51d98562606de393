import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** DRILL_TESTS names other tests, separated by spaces. */
const tests = (process.env.DRILL_TESTS ?? 'test/rest').split(' ')

/** Statements about tables that stay whole, or about no table, and those with which test/rest/isolation.test.ts tries row security. */
const ofNoAccount = /\b(message_tally|outbox)\b|^select (pg_\w+|set_config)\(|^select \$1 from "\w+"$/

test('the tests of REST pass on tables that are divided by account, and each statement about them names the account', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-partitions-'))
  const TEST_STATEMENTS = join(folder, 'statements.json')
  const run = spawnSync('vitest', ['run', '--maxWorkers=2', '--reporter=dot', ...tests], {
    stdio: 'inherit',
    env: { ...process.env, TEST_PARTITIONS: '8', TEST_STATEMENTS },
  })
  const { count, without } = JSON.parse(readFileSync(TEST_STATEMENTS, 'utf8'))
  rmSync(folder, { recursive: true })
  console.info(`${count} statements of accounts, ${without.length} of them don't name the account`)
  expect(without.filter((text: string) => !ofNoAccount.test(text))).toEqual([])
  expect(run.status).toBe(0)
})
