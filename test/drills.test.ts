import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const ending = '.drill.ts'
const files = readdirSync(join(root, 'test/drills')).filter((name) => name.endsWith(ending))
const drills = files.map((name) => name.slice(0, -ending.length)).sort()
const faults = Array.from({ length: 23 }, (_, at) => `F${at + 1}`)

/** The cells of each row of the tables in `docs/drills.md`, without the heads. */
const rows = read('docs/drills.md')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const nameOf = ([first = '']: string[]) => first.replaceAll('`', '')

describe('docs/drills.md', () => {
  test('has a row for each drill, and no other', () => {
    expect(rows.map((row) => nameOf(row).toLowerCase()).sort()).toEqual(drills)
    expect(rows.map(nameOf)).toEqual(expect.arrayContaining(faults))
  })

  test('says of each fault what has to hold, what was measured, and whether it held', () => {
    const incomplete = rows.filter((row) => /^F\d+$/.test(nameOf(row))).filter((row) => !isComplete(row))
    expect(incomplete.map(nameOf)).toEqual([])
  })

  test('leads from each fault to a section of the runbook', () => {
    const anchors = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => {
      return title.toLowerCase().replaceAll(' ', '-')
    })
    const links = [...read('docs/drills.md').matchAll(/\(runbook\.md#([^)]+)\)/g)].map(([, anchor]) => anchor)
    expect(links.length).toBeGreaterThanOrEqual(faults.length)
    expect(links.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([])
  })

  test('each drill of a fault reports under its name', () => {
    for (const name of drills.filter((one) => /^f\d+$/.test(one)))
      expect(read(`test/drills/${name}${ending}`)).toContain(`'${name.toUpperCase()}',`)
  })
})

function isComplete([, fault, bound, figure, verdict, page]: string[]): boolean {
  const isFilled = [fault, bound, figure].every((cell) => cell !== undefined && cell.length > 2)
  return isFilled && /^(held|not held|in part|not run)/.test(verdict ?? '') && /runbook\.md#/.test(page ?? '')
}

test('a test or a drill runs each command of the runbook', () => {
  const commands = [
    ...read('docs/runbook.md').matchAll(/npm run (?:--silent )?(\w+) -- ([a-z]+(?: [a-z]+)?)/g),
  ]
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => read(join('test', name)))
    .join('\n')
  const wanted = new Set(commands.map(([, script = '', words = '']) => `${script} ${words}`))
  expect(wanted.size).toBeGreaterThan(8)
  const isRun = (line: string) => {
    const [script = '', ...words] = line.split(' ')
    const called = `['"\`]${words.join(`(?: |', ')`)}[ '"\`]`
    return new RegExp(script === 'timbre' ? called : `${script}[\\s\\S]{0,200}${called}`).test(tests)
  }
  expect([...wanted].filter((line) => !isRun(line))).toEqual([])
})
