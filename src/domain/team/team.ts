import { reportTexts } from '../../content/report.ts'
import { teamTexts } from '../../content/team.ts'
import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { teamDifferences } from './differences.ts'
import type { Team } from './model.ts'
import { teamQuestions } from './questions.ts'
import { sentenceNames } from './sentence-names.ts'
import type { TeamMemberRow, TeamResultRow } from './store.ts'
import { omitFacets, toTeamMembers } from './team-members.ts'
import { qualityNote, summarizeTeam } from './team-summary.ts'
import { togetherSentences } from './together.ts'
import { traitSpreads } from './traits.ts'
import { sharedValuesOf } from './values.ts'

/** The result for a team, computed only from its people's results. Deterministic. */
export function buildTeam(input: {
  members: readonly TeamMemberRow[]
  results: readonly TeamResultRow[]
  profileCount: number
  locale: Locale
}): Team {
  const { members, results, profileCount, locale } = input
  const people = toTeamMembers(members, results)
  const isFew = people.length >= 2 && people.length <= 4
  const advised = isFew ? people.filter(({ quality }) => quality !== 'invalid') : []
  const [texts, names] = [teamTexts(locale), scalesIn(locale)]
  const called = sentenceNames(people, members, texts, locale)
  const differences = teamDifferences(people, names, texts, called)
  const inline = { traits: names.traits, values: reportTexts(locale).values }
  return {
    locale,
    profileCount,
    resultCount: people.length,
    lede: summarizeTeam(people, texts, locale, called),
    note: qualityNote(people, texts, locale),
    people: isFew ? people : omitFacets(people),
    traits: traitSpreads(people, names, texts),
    values: sharedValuesOf(people, itemsIn(locale).core.values),
    differences,
    together: togetherSentences(advised, inline, texts, locale, called),
    questions: people.length === 2 && advised.length === 2 ? teamQuestions(differences, texts) : [],
  }
}
