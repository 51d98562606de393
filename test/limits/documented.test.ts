import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LimitDeclaration, limitNames, limitTable } from '../../src/contract/limits.ts'
import type { PayerKind } from '../../src/contract/payer.ts'
import { standardCaps } from '../../src/domain/message/caps.ts'

const payers: Record<PayerKind, string> = {
  program: 'the client, in its account',
  client: 'the client',
  person: 'the person',
  link: 'the link',
  browser: 'the browser',
  passkey: 'the passkey',
  network: 'the network',
  networkFor: 'the network, separately for each',
  everyone: 'everyone together',
}

/** Per second, minute, hour or day, whichever is the first that makes a whole number. */
function rateOf(perSecond: number): string {
  const spans = [
    [1, 'a second'],
    [60, 'a minute'],
    [3600, 'an hour'],
    [86_400, 'a day'],
  ] as const
  const found = spans.find(
    ([seconds]) => Math.abs(perSecond * seconds - Math.round(perSecond * seconds)) < 1e-9,
  )
  if (!found) throw new Error(`${perSecond} a second is no whole number a day`)
  return `${Math.round(perSecond * found[0])} ${found[1]}`
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

test('docs/limits.md has a line for every limit of the table, with its declared values, and no other', () => {
  const expected = limitNames.map((name) => {
    const { counts, charged, burst, perSecond, exact }: LimitDeclaration = limitTable[name]
    return [
      `\`${name}\``,
      counts,
      payers[charged],
      String(burst),
      rateOf(perSecond),
      exact ? 'exact' : 'each',
    ]
  })
  const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const [requests = ''] = page.split('## In the database')
  const lines = requests.split('\n').filter((line) => line.startsWith('| `'))
  expect(lines.map(cellsOf)).toEqual(expected)
})

test('docs/limits.md has every cap on messages, with its number', () => {
  const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const [, messages = ''] = page.split('## Messages a day')
  const rows = messages.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.map(cellsOf).map(([name, , number = '']) => [name, Number.parseInt(number, 10)])
  expect(documented).toEqual(Object.entries(standardCaps).map(([name, number]) => [`\`${name}\``, number]))
})
