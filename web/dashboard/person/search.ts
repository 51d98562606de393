import { type LanguageCode, localeCodes } from '../words/languages.ts'

/** The parts of the page of one person. */
const tabs = ['overview', 'facets', 'answers', 'history'] as const
export type Tab = (typeof tabs)[number]

/** What the address of this page says: the part that is shown, the debrief's language, the attempts compared. */
export type PersonSearch = {
  tab?: Exclude<Tab, 'overview'> | undefined
  language?: LanguageCode
  earlier?: number
  later?: number
}

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readPersonSearch(given: Record<string, unknown>): PersonSearch {
  const tab = tabs.find((one) => one === given.tab)
  const language = localeCodes.find((one) => one === given.language)
  const [earlier, later] = [attemptIn(given.earlier), attemptIn(given.later)]
  return {
    ...(tab && tab !== 'overview' ? { tab } : {}),
    ...(language ? { language } : {}),
    ...(earlier === undefined ? {} : { earlier }),
    ...(later === undefined ? {} : { later }),
  }
}

function attemptIn(given: unknown): number | undefined {
  const number = Number(given)
  return Number.isInteger(number) && number > 0 ? number : undefined
}
