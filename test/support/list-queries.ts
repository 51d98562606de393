import type { Random } from '../../src/scoring/random.ts'
import { type Crowd, crowdAssessments, crowdStyles, pickOne, pickSome } from './crowd.ts'

export type ListQuery = Record<string, string>

/** Filters, order and tags of one list, each present at random. */
export function randomQuery(random: Random, crowd: Crowd, ids: readonly string[]): ListQuery {
  const query: ListQuery = {}
  const maybe = (chance: number, name: string, make: () => string) => {
    if (random() < chance) query[name] = make()
  }
  const day = () =>
    new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 220), random() < 0.5 ? 0 : 12)).toISOString()
  maybe(0.2, 'isCompleted', () => (random() < 0.5 ? 'true' : 'false'))
  maybe(0.2, 'state', () => pickOne(['active', 'pending', 'all'], random))
  maybe(0.1, 'profileIds', () => Array.from({ length: 60 }, () => pickOne(ids, random)).join(','))
  maybe(0.25, 'tagIds', () => pickSome(crowd.tagIds, random).join(','))
  maybe(0.2, 'assessmentIds', () => pickSome(crowdAssessments, random).join(','))
  maybe(0.15, 'customIds', () => pickSome([...crowd.keys.slice(0, 5), 'nobody'], random).join(','))
  maybe(0.2, 'discStyles', () => pickSome(crowdStyles, random).join(','))
  maybe(0.2, 'startedAfter', day)
  maybe(0.2, 'startedBefore', day)
  maybe(0.1, 'updatedAfter', day)
  maybe(0.35, 'search', () => searchText(random, crowd))
  maybe(0.6, 'sortProp', () => pickOne(['createdAt', 'name', '_id'], random))
  maybe(0.5, 'sortOrder', () => pickOne(['ascending', 'descending'], random))
  maybe(0.3, 'includeTags', () => (random() < 0.5 ? 'true' : 'false'))
  return query
}

/** Words of names whole, prefixes, misspelled and in any order, names in Han and Hangul, and words in no name. */
function searchText(random: Random, crowd: Crowd): string {
  const first = pickOne(crowd.firstNames, random)
  const last = pickOne(crowd.lastNames, random)
  return pickOne(
    [
      ...[
        first,
        last,
        `${last} ${first}`,
        `${first} ${last}`,
        first.slice(0, 3),
        last.slice(0, 2).toUpperCase(),
      ],
      ...[
        misspelled(last, random),
        misspelled(first, random),
        `${misspelled(last, random)} ${first.slice(0, 2)}`,
        'x',
        'Qwyzz',
      ],
      ...['王', '佐藤', '민준', '%', '_', "'", '100%'],
    ],
    random,
  )
}

/** One letter omitted, doubled or swapped with its neighbor. */
function misspelled(name: string, random: Random): string {
  const at = 1 + Math.floor(random() * Math.max(1, name.length - 2))
  const [before, letter, after] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)]
  return pickOne(
    [before + after, before + letter + letter + after, before + after.slice(0, 1) + letter + after.slice(1)],
    random,
  )
}
