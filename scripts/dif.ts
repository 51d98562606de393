/**
 * `npm run --silent dif -- answers.csv --groups en,de` compares how two groups of people answer each statement of Focus,
 * at the same level of its trait. The file has a column `group` and one for each statement, named 1 to 120 (or 1 to 60 for
 * the short form), separated by commas. Rows with a missing answer are left out. Nothing is stored. Invalid input exits
 * with 2 and one line on standard error; then no figure is printed.
 */

import { readFileSync } from 'node:fs'
import { type DifGroup, difFloor, type ItemDif, itemDif } from '../src/scoring/dif.ts'
import { table } from './administration/table.ts'
import { instruments, shortInstruments } from './instruments.ts'

try {
  const { path, groups } = readWords(process.argv.slice(2))
  const { keys, sheets, skipped } = readSheets(readText(path))
  const [first = [], second = []] = groups.map((name) => groupOf(sheets, name))
  const found = itemDif(keys, first, second)
  console.log(print(found, groups, [first.length, second.length], skipped))
} catch (error) {
  if (!(error instanceof SyntaxError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function readWords(words: readonly string[]): { path: string; groups: readonly [string, string] } {
  const [path, flag, names = '', ...rest] = words
  const [first, second, ...more] = names.split(',')
  if (!path || flag !== '--groups' || !first || !second || first === second || more.length + rest.length > 0)
    throw new SyntaxError('usage: npm run --silent dif -- answers.csv --groups first,second')
  return { path, groups: [first, second] }
}

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch {
    throw new SyntaxError(`${path}: cannot be read`)
  }
}

type Sheets = readonly { readonly group: string; readonly answers: readonly number[] }[]

function readSheets(text: string) {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
  const head = (lines[0] ?? '').split(',')
  const count = head.includes('61') ? 120 : 60
  const { keys } = (count === 120 ? instruments : shortInstruments).focus
  const groupAt = head.indexOf('group')
  if (groupAt < 0) throw new SyntaxError('The first line has no column "group".')
  const places = keys.items.map(({ n }) => {
    const place = head.indexOf(String(n))
    if (place < 0) throw new SyntaxError(`The first line has no column "${n}". It needs 1 to ${count}.`)
    return place
  })
  const sheets: Sheets[number][] = []
  let skipped = 0
  for (const [at, line] of lines.slice(1).entries()) {
    const cells = line.split(',')
    if (cells.length !== head.length)
      throw new SyntaxError(`Line ${at + 2} has ${cells.length} cells, the first line ${head.length}.`)
    const given = places.map((place) => cells[place] ?? '')
    const wrong = given.findIndex((cell) => !['', '1', '2', '3', '4', '5'].includes(cell))
    if (wrong >= 0)
      throw new SyntaxError(`Line ${at + 2}, column "${wrong + 1}": expected a whole number from 1 to 5.`)
    if (given.includes('')) skipped++
    else sheets.push({ group: cells[groupAt] ?? '', answers: given.map(Number) })
  }
  return { keys, sheets, skipped }
}

function groupOf(sheets: Sheets, name: string): DifGroup {
  const own = sheets.filter(({ group }) => group === name).map(({ answers }) => answers)
  if (own.length === 0) throw new SyntaxError(`Nobody is in the group "${name}".`)
  if (own.length < difFloor)
    throw new SyntaxError(
      `The group "${name}" has ${own.length} complete sheets. At least ${difFloor} are needed, so nothing is shown.`,
    )
  return own
}

function print(
  found: readonly ItemDif[],
  [first, second]: readonly [string, string],
  [n, m]: readonly [number, number],
  skipped: number,
): string {
  const flagged = found.filter(({ isFlagged }) => isFlagged).sort((one, other) => other.effect - one.effect)
  const lines = [
    `${n} people in ${first}, ${m} in ${second}; ${skipped} rows with missing answers left out.`,
    `${found.length} statements tested, ${flagged.length} reported.`,
  ]
  if (flagged.length === 0) return lines.join('\n')
  const rows = flagged.map(({ item, facet, effect, p, shift }) => [
    String(item),
    facet,
    effect.toFixed(3),
    p < 0.001 ? '< .001' : p.toFixed(3),
    shift > 0 ? `higher in ${second}` : `higher in ${first}`,
  ])
  return [...lines, '', table([['item', 'facet', 'effect', 'p', 'keyed answers'], ...rows])].join('\n')
}
