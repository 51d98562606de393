import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileCache } from '../test/support/process.ts'

const groups = [
  { name: 'men', selected: 48, total: 80 },
  { name: 'women', selected: 12, total: 40 },
]

describe('npm run adverse-impact', () => {
  test('exits 0 with a table, what it compared with, and what it is not', () => {
    const { status, stdout, stderr } = run(JSON.stringify({ groups }))
    expect([status, stderr]).toEqual([0, ''])
    const lines = stdout.split('\n')
    expect(lines[1]).toMatch(/^men +48 +80 +0\.600 +1\.000 +highest/)
    expect(lines[2]).toMatch(
      /^women +12 +40 +0\.300 +0\.500 +under +0\.0034 +-3\.10 +0\.0019 +-3\.09 +ratio 0\.553/,
    )
    expect(stdout).toContain('60 of 120 chosen. Compared with men')
    expect(stdout).toContain('must not be used to choose')
  })

  test('exits 0 with the same figures as JSON', () => {
    const { status, stdout } = run(JSON.stringify({ groups, smallestShare: 0 }), '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ reference: 0, groups: [{}, { ratio: 0.5, finding: 'under' }] })
  })

  test('prints names without marks that steer a terminal', () => {
    const { stdout } = run(JSON.stringify({ groups: [{ ...groups[0], name: '\u001b[2Jmen' }, groups[1]] }))
    expect(stdout).not.toContain('\u001b')
  })

  const exits = (message: string, input: string) => {
    const { status, stdout, stderr } = run(input)
    expect([status, stdout, stderr]).toEqual([2, '', `${message}\n`])
  }

  test.each([['groups[1].selected: is more than total', withSecond({ selected: 41 })]])(
    'exits 2 with "%s"',
    exits,
  )

  test.each([
    ['-: is not valid JSON', '{'],
    ['file: expected an object with groups, smallestShare', '[]'],
    ['groups: expected a list', '{}'],
    ['groups: expected 2 to 12, found 1', JSON.stringify({ groups: groups.slice(1) })],
    ['groups[1].total: expected a whole number from 0 to 1000000', withSecond({ total: 40.5 })],
    ['groups[1].selected: expected a whole number from 0 to 1000000', withSecond({ selected: -1 })],
    ['groups[1].name: expected a text', withSecond({ name: ' ' })],
    ['groups[1]: unknown key "chosen", expected name, selected, total', withSecond({ chosen: 1 })],
    ['smallestShare: expected per cent from 0 to 50', JSON.stringify({ groups, smallestShare: 51 })],
  ])('exits 2 with "%s"', { tags: 'long' }, exits)
})

function withSecond(fields: object): string {
  return JSON.stringify({ groups: [groups[0], { ...groups[1], ...fields }] })
}

function run(input: string, ...options: string[]) {
  const script = join(import.meta.dirname, 'adverse-impact.ts')
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  return spawnSync(process.execPath, [script, '-', ...options], { input, encoding: 'utf8', env })
}
