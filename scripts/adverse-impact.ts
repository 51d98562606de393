/**
 * `npm run --silent adverse-impact -- groups.json` compares how many people of each group were selected and prints a
 * table; `--json` prints JSON, and `-` reads standard input. Nothing is stored. Invalid input exits with 2 and one line
 * on standard error that names the place, counted from 0 as in JSON.
 */

import {
  type GroupImpact,
  type Impact,
  type ImpactGroup,
  impactOf,
  inputLimits,
  usualShare,
} from '../src/impact/impact.ts'
import { table } from './administration/table.ts'
import { readJson } from './json-file.ts'

const words = process.argv.slice(2)
const [path, ...rest] = words.filter((word) => word !== '--json')
try {
  if (path === undefined || rest.length > 0)
    throw new SyntaxError('usage: npm run --silent adverse-impact -- groups.json [--json]')
  const { groups, smallestShare } = readGroups(readJson(path))
  const impact = impactOf(groups, smallestShare)
  console.log(words.includes('--json') ? JSON.stringify(impact, null, 2) : printImpact(impact))
} catch (error) {
  if (!(error instanceof SyntaxError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** `{ "groups": [{ "name", "selected", "total" }, …], "smallestShare": percent, default 2 }` */
function readGroups(input: unknown): { groups: ImpactGroup[]; smallestShare: number } {
  const { groups, smallestShare = usualShare } = fieldsOf(input, 'file', ['groups', 'smallestShare'])
  if (!Array.isArray(groups)) throw new SyntaxError('groups: expected a list')
  if (groups.length < 2 || groups.length > inputLimits.groups)
    throw new SyntaxError(`groups: expected 2 to ${inputLimits.groups}, found ${groups.length}`)
  if (typeof smallestShare !== 'number' || !(smallestShare >= 0 && smallestShare <= 50))
    throw new SyntaxError('smallestShare: expected per cent from 0 to 50')
  return { groups: groups.map((group, at) => groupOf(group, `groups[${at}]`)), smallestShare }
}

function groupOf(input: unknown, at: string): ImpactGroup {
  const { name, selected, total } = fieldsOf(input, at, ['name', 'selected', 'total'])
  if (typeof name !== 'string' || name.trim() === '') throw new SyntaxError(`${at}.name: expected a text`)
  for (const [field, count] of Object.entries({ selected, total })) {
    if (!Number.isInteger(count) || Number(count) < 0 || Number(count) > inputLimits.people)
      throw new SyntaxError(`${at}.${field}: expected a whole number from 0 to ${inputLimits.people}`)
  }
  if (Number(selected) > Number(total)) throw new SyntaxError(`${at}.selected: is more than total`)
  return { name, selected: Number(selected), total: Number(total) }
}

function fieldsOf(input: unknown, at: string, names: readonly string[]): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SyntaxError(`${at}: expected an object with ${names.join(', ')}`)
  const unknown = Object.keys(input).find((key) => !names.includes(key))
  if (unknown !== undefined)
    throw new SyntaxError(`${at}: unknown key "${unknown}", expected ${names.join(', ')}`)
  return input as Record<string, unknown>
}

function printImpact({ groups, reference, selected, total }: Impact): string {
  const highest = reference === null ? undefined : groups[reference]
  const heads = [
    'group',
    'chosen',
    'all',
    'rate',
    'ratio',
    'four fifths',
    'p exact',
    'z',
    'p of z',
    'sd',
    'notes',
  ]
  const against = highest
    ? `Compared with ${plain(highest.name)}, the highest rate.`
    : 'No group can be compared with: nobody was chosen, or no group is large enough.'
  const limits =
    'Arithmetic over counts: no legal advice, and no proof that a process is fair.\n' +
    'Results of Timbre must not be used to choose between people (docs/scoring.md, chapter 1).'
  return `${table([heads, ...groups.map(rowOf)])}\n\n${selected} of ${total} chosen. ${against}\n${limits}`
}

function rowOf(group: GroupImpact): string[] {
  const { name, selected, total, rate, ratio, finding, difference, exchange } = group
  const notes = [
    difference?.isSmall && 'numbers too small for z',
    exchange && `ratio ${number(exchange.ratio, 3)} with one person exchanged`,
    exchange?.turned && 'one person turns it round',
  ]
  return [
    ...[plain(name), String(selected), String(total), number(rate, 3), number(ratio, 3)],
    finding === 'unjudged' ? 'too small' : (finding ?? ''),
    ...[chance(difference?.exactChance), number(difference?.z, 2), chance(difference?.zChance)],
    ...[number(difference?.deviations, 2), notes.filter(Boolean).join('; ')],
  ]
}

function number(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined ? '' : value.toFixed(decimals)
}

function chance(value: number | null | undefined): string {
  return typeof value === 'number' && value < 0.0001 ? '< 0.0001' : number(value, 4)
}

/** Removes control characters, so that a name cannot control the terminal. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}
