import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runConformance } from '../../support/conformance-command.ts'
import { completePerson } from '../../support/inputs.ts'
import { startTestService } from '../../support/service.ts'
import { openTokenProxy } from '../../support/token-proxy.ts'

// A list next to this file names each check required by a revision of the protocol that this service does not pass,
// with the reason. A check that newly fails is an error, and so is a listed one that passes.

const listOf = (revision: string) => join(import.meta.dirname, `${revision}.yml`)

let address: string
beforeAll(async () => {
  const running = await startTestService()
  const account = await running.account()
  await completePerson(running, account, 'done')
  address = (await openTokenProxy(running.url, account.token)).url
})

const revision = '2026-07-28'
const earlier = '2025-11-25'
const revisions = [earlier, revision]

async function meetsRequirements(of: string): Promise<void> {
  const { code, printed } = await runConformance(
    ...['server', '--url', address, '--requirements', of],
    ...['--expected-failures', listOf(of)],
  )
  expect(code, printed).toBe(0)
}

test(`the requirements of ${revision} for servers are met except for listed ones`, () =>
  meetsRequirements(revision))

test(`the requirements of ${earlier} for servers are met except for listed ones`, { tags: 'long' }, () =>
  meetsRequirements(earlier),
)

describe.each(revisions)('the requirements of %s for servers', (revision) => {
  test('every listed exception has a reason', () => {
    const lines = readFileSync(listOf(revision), 'utf8').split('\n').filter(Boolean)
    expect(lines.shift()).toBe('server:')
    const named = lines
      .map((line, at) => ({ line, before: lines[at - 1] ?? '' }))
      .filter(({ line }) => !/^ *#/.test(line))
    expect(named.length).toBeGreaterThan(0)
    for (const { line, before } of named) {
      expect(line).toMatch(/^ {2}- [a-z0-9-]+:[a-z0-9-]+$/)
      expect(before, line).toMatch(/^ {2}# [A-Z].{20,}\.$/)
    }
  })
})
