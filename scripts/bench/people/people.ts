import type { AssessmentId } from '../../../src/contract/shapes.ts'
import { type Random, seededRandom } from '../../../src/scoring/random.ts'
import { drawNames, type Names } from './names.ts'

/** A person of the loaded account, before the service's rows are made of it. Times are in milliseconds. */
export type Person = {
  id: string
  createdAt: number
  firstName: string
  lastName: string
  email: string
  phone: string | null
  locale: string | null
  /** The assessments that were completed, in order; undefined if the person has not opened the link yet. */
  completed: readonly AssessmentId[] | undefined
  /** Which of the drawn answer sheets the person gave. */
  sheet: number
  tags: readonly number[]
  alias: { id: string; key: string } | null
}

/** The share of people that each tag has; the last tag belongs to about twenty people, whatever the number. */
export const tagShares: readonly number[] = [0.5, 0.2, 0.1, 0.05, ...Array<number>(50).fill(0.01)]
export const rareTag: number = tagShares.length
const rareHolders = 20

/**
 * The people of an account in order of creation, over three years. The same number gives the same people. Of a hundred,
 * fifteen have not opened their link, fifteen have completed one assessment, and the others all three.
 */
export function* drawPeople(count: number, sheets: number): Generator<Person> {
  const random = seededRandom(16)
  const names = drawNames(count, random)
  for (let index = 0; index < count; index += 1) yield drawPerson(index, { count, sheets, names, random })
}

const firstDay = Date.UTC(2023, 9, 1)
const lastDay = Date.UTC(2026, 9, 1)

function drawPerson(
  index: number,
  { count, sheets, names, random }: { count: number; sheets: number; names: Names; random: Random },
): Person {
  const createdAt = Math.floor(firstDay + (index / count) * (lastDay - firstDay))
  return {
    id: idAt(createdAt, random),
    createdAt,
    firstName: names.first(),
    lastName: names.last(),
    email: `person-${index}@example.com`,
    phone: random() < 0.3 ? `+49151${String(index).padStart(8, '0')}` : null,
    locale: random() < 0.2 ? (locales[Math.floor(random() * locales.length)] as string) : null,
    completed: drawCompleted(random),
    sheet: Math.floor(random() * sheets),
    tags: drawTags(index, count, random),
    alias: random() < 0.05 ? { id: idAt(createdAt, random), key: `crm-${index}` } : null,
  }
}

const locales = ['de', 'fr', 'ko']

function drawCompleted(random: Random): Person['completed'] {
  const drawn = random()
  if (drawn < 0.15) return undefined
  return drawn < 0.3 ? ['disc'] : ['disc', 'focus', 'core']
}

function drawTags(index: number, count: number, random: Random): number[] {
  const tags = tagShares.flatMap((share, tag) => (random() < share ? [tag] : []))
  const every = Math.max(1, Math.floor(count / rareHolders))
  return index % every === every >> 1 ? [...tags, rareTag] : tags
}

/** In the form of the service's ids: seconds, then 64 random bits. */
export function idAt(milliseconds: number, random: Random): string {
  const seconds = Math.floor(milliseconds / 1000)
  const words = [seconds, random() * 0x1_0000_0000, random() * 0x1_0000_0000]
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
