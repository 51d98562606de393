import { reportTexts } from '../../content/report.ts'
import { teamTexts } from '../../content/team.ts'
import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { differencesOf } from './differences.ts'
import { ledeOf, noteOf } from './lede.ts'
import type { Team } from './model.ts'
import { peopleOf, withoutFacets } from './people.ts'
import type { MemberRow, TeamResultRow } from './store.ts'
import { togetherOf } from './together.ts'
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
  const isFew = people.length >= 2 && people.length <= 4
  const [texts, names] = [teamTexts(locale), scalesIn(locale)]
  const inline = { traits: names.traits, values: reportTexts(locale).values }
  return {
    locale,
    profileCount,
    resultCount: people.length,
    lede: ledeOf(people, texts, locale),
    note: noteOf(people, texts, locale),
    people: isFew ? people : withoutFacets(people),
    traits: traitsOf(people, names, texts),
    values: valuesOf(people, itemsIn(locale).core.values),
    differences: differencesOf(people, names, texts),
    together: togetherOf(people, inline, texts, locale),
  }
}
