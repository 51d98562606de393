import { fullName } from '../../contract/full-name.ts'
import { choose, type Kind } from './choosing.ts'
import { read, readOne } from './reading.ts'
import type { Visit } from './visit.ts'

/** What a profile says of somebody, as far as it is used here. */
export type Person = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  state: string
  attempt: number
  availableAssessments: string[]
  completedAssessments: string[]
  isCompleted: boolean
  dateStarted: string | null
  disc: (Record<'d' | 'i' | 's' | 'c', number> & { style: string }) | null
  focus: Record<string, FocusTrait> | null
  core: Record<string, string> | null
  quality: { outcome: 'ok' | 'caution' | 'invalid'; reasons: unknown[] } | null
  scoring: { confidence?: { disc?: { style: number } } } | null
}

export type FocusLevel = { score: number; level: string }
type FocusTrait = FocusLevel & { facets: Record<string, FocusLevel> }

export const people: Kind<Person> = {
  async list(visit, searched, page) {
    const asked = { ...(searched === '' ? {} : { search: searched }), limit: 100, page }
    const { resource, total = 0 } = await read<Summary[]>(visit, 'list_profiles', asked)
    const known = resource.map(({ id, name, email, phone }) => {
      return { id, label: name ?? email ?? phone ?? id, isSearched: name !== null }
    })
    return { known, total }
  },
  get: (visit, profileId) => readOne<Person>(visit, 'get_profile', { profileId }),
  labelsOf: (person) => [nameOf(person), person.email, person.phone],
  none: 'nobody on this account is found by that. Call list_profiles, and give a name or an id that it answers.',
  several: 'people are found by that.',
}

type Summary = { id: string; name: string | null; email: string | null; phone: string | null }

/** The one whom an argument of a prompt means. */
export function findPerson(visit: Visit, argument: string, text: string): Promise<Person> {
  return choose(visit, people, argument, text)
}

export function nameOf({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string | null {
  return fullName({ firstName, lastName })
}
