import { type Random, seededRandom } from '../../src/scoring/random.ts'

/** One parameter per filter of the profile list, with a value that matches little. */
const filters: [string, string][] = [
  ['isCompleted', 'true'],
  ['state', 'active'],
  ['profileIds', 'a'.repeat(24)],
  ['tagIds', 'b'.repeat(24)],
  ['assessmentIds', 'disc'],
  ['customIds', 'nobody'],
  ['discStyles', 'D,IS'],
  ['qualityOutcomes', 'invalid'],
  ['status', 'bounced'],
  ['startedAfter', '2026-01-01T00:00:00.000Z'],
  ['startedBefore', '2030-01-01T00:00:00.000Z'],
  ['updatedAfter', '2026-01-01T00:00:00.000Z'],
]

/** Random query strings: any set of filters, a sort order, and up to eight words of different lengths. */
export function randomForms(seed: number): () => URLSearchParams {
  const random = seededRandom(seed)
  return () => {
    const query = new URLSearchParams(filters.filter(() => random() < 0.4))
    const words = Array.from({ length: Math.floor(random() * 9) }, () => randomWord(random))
    if (words.length > 0) query.set('search', words.join(' ').slice(0, 100))
    const order = ['', 'createdAt', 'name', '_id'][Math.floor(random() * 4)]
    if (order) query.set('sortProp', order)
    if (random() < 0.5) query.set('sortOrder', 'descending')
    if (random() < 0.3) query.set('includeTags', 'true')
    return query
  }
}

/** Sometimes two characters of a script without spaces, which are searched differently. */
function randomWord(random: Random): string {
  if (random() < 0.15) return ['佐藤', '민준', '陈', '%'][Math.floor(random() * 4)] as string
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  return Array.from({ length: 1 + Math.floor(random() * 11) }, letter).join('')
}
