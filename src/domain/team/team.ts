import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Team } from './model.ts'
import { peopleOf } from './people.ts'
import type { MemberRow, TeamResultRow } from './store.ts'
import { traitsOf } from './traits.ts'
import { valuesOf } from './values.ts'

/** What is told of a team: computed from its people's results alone, the same for the same people. */
export function teamOf(known: {
  members: readonly MemberRow[]
  results: readonly TeamResultRow[]
  profileCount: number
  locale: Locale
}): Team {
  const { members, results, profileCount, locale } = known
  const people = peopleOf(members, results)
  return {
    locale,
    profileCount,
    resultCount: people.length,
    lede: '',
    note: null,
    people,
    traits: traitsOf(people, scalesIn(locale)),
    values: valuesOf(people, itemsIn(locale).core.values),
    differences: [],
    together: [],
  }
}
