import { type Failure, invalid } from '../../contract/failure.ts'
import { dataText } from './data.ts'
import { isId, isSameLabel, type Known, longestSearch, meant, splitText, withId } from './naming.ts'
import type { Visit } from './visit.ts'

/** Things of an account that a text can stand for: its people, its tags. */
export type Kind<T> = {
  /** Some of those whose label a search finds, a hundred to a page, and how many there are in all. */
  list: (visit: Visit, searched: string, page: number) => Promise<{ known: Known[]; total: number }>
  get: (visit: Visit, id: string) => Promise<T | undefined>
  /** Everything that one of them is called. */
  labelsOf: (one: T) => readonly (string | null)[]
  /** What to say of none and of several. */
  none: string
  several: string
}

/**
 * The one that an argument means: by its id, by its label with its id as completion gives it, or by its label.
 * Refuses as `invalid` where there is none or more than one, and then names those that there are.
 */
export async function choose<T>(visit: Visit, kind: Kind<T>, argument: string, text: string): Promise<T> {
  const named = splitText(text)
  if (isId(text) || named) {
    const found = await kind.get(visit, named?.id ?? text)
    if (found && (!named || isCalled(kind.labelsOf(found), named.label))) return found
  }
  const { found, isWhole } = await search(visit, kind, text)
  const possible = meant(text, found)
  if (possible.length > 1 || !isWhole) throw several(kind, argument, possible, isWhole)
  const only = possible[0] && (await kind.get(visit, possible[0].id))
  if (only) return only
  throw invalid(`${argument}: ${kind.none}`, { param: argument })
}

function isCalled(labels: readonly (string | null)[], label: string): boolean {
  return labels.some((one) => one !== null && isSameLabel(one, label))
}

/** What is called exactly so may stand behind many that are called nearly so; hence some pages. */
async function search<T>(visit: Visit, kind: Kind<T>, text: string) {
  const found: Known[] = []
  if (text.length > longestSearch) return { found, isWhole: true }
  for (let page = 1; page <= mostPages; page += 1) {
    const { known, total } = await kind.list(visit, text, page)
    found.push(...known)
    if (known.length === 0 || found.length >= total) return { found, isWhole: true }
  }
  return { found, isWhole: false }
}

const mostPages = 5

function several<T>(kind: Kind<T>, argument: string, possible: readonly Known[], isWhole: boolean): Failure {
  const count = isWhole ? String(possible.length) : 'too many'
  const shown = dataText(possible.slice(0, mostShown).map(withId))
  return invalid(`${argument}: ${count} ${kind.several} Give one of these, or an id: ${shown}`, {
    param: argument,
  })
}

const mostShown = 10
