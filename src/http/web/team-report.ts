import type { PersonScore } from '../../charts/person.ts'
import type { Level } from '../../charts/reading.ts'
import { teamDial } from '../../charts/team-dial.ts'
import { teamValues } from '../../charts/team-values.ts'
import { traitSpread } from '../../charts/trait-spread.ts'
import { reportTexts } from '../../content/report.ts'
import { reportPageTexts } from '../../content/report-page.ts'
import { type TeamTexts, teamMemberName, teamTexts } from '../../content/team.ts'
import { scalesIn } from '../../content/texts.ts'
import { languageTags } from '../../contract/locale.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { pageBasics } from '../page/send-page.ts'
import type { TeamReportView } from '../views/team-report-view.ts'
import type { LinkedReport, ReportAccount } from './report-view.ts'

type TeamReport = Extract<LinkedReport, { team: unknown }>['team']
type Team = TeamReport['team']
type ReportContext = { path: string; expiresAt: string; readAt: string }

/** The view of a team's report. */
export function teamReportView(
  { accountName, appearance, timezone }: ReportAccount,
  { team, labels, forms }: TeamReport,
  context: ReportContext,
  basics: ReturnType<typeof pageBasics>,
): TeamReportView {
  const texts = teamTexts(basics.locale)
  const { form, sheet } = reportTexts(basics.locale).page
  const initialsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => team.people.find((person) => person.id === id)?.initials ?? [])
  return {
    ...basics,
    ...context,
    accountName,
    appearance,
    labels,
    forms,
    page: reportPageTexts(basics.locale).page,
    words: texts.page,
    foot: { form, sheet },
    ...(timezone ? { timeZone: timezone } : {}),
    profileCount: team.profileCount,
    resultCount: team.resultCount,
    lede: team.lede,
    ...(team.note === null ? {} : { note: team.note }),
    people: team.people.map((person) => ({
      id: person.id,
      name: teamMemberName(person, texts),
      initials: person.initials,
      ...(person.disc ? { style: person.disc.style } : {}),
      isDoubtful: person.quality !== null && person.quality !== 'ok',
    })),
    figures: figuresOf(team, texts, {
      levels: scalesIn(basics.locale).levels,
      languageTag: languageTags[basics.locale],
    }),
    differences: team.differences.map(({ label, text, low, high }) => ({
      label,
      text,
      low: initialsOf(low),
      high: initialsOf(high),
    })),
    together: team.together.map(({ text }) => text),
    questions: team.questions.map(({ text }) => text),
  }
}

function figuresOf(
  team: Team,
  texts: TeamTexts,
  { levels, languageTag }: { levels: Record<Level, string>; languageTag: string },
) {
  const { charts, page, table } = texts
  const people = team.people.map((person) => ({
    id: person.id,
    name: teamMemberName(person, texts),
    initials: person.initials,
    disc: person.disc,
  }))
  const { dial } = charts
  const map = teamDial(people, {
    languageTag,
    picture: dial.picture,
    title: dial.title,
    table: { summary: dial.table, name: table.name, style: table.style },
  })
  const strips = team.traits.map((trait) => ({
    ...trait,
    scores: team.people.flatMap(({ id, focus }): (PersonScore & { id: string })[] => {
      const score = focus?.[trait.trait]
      return score ? [{ ...score, id, levelWord: levels[score.level] }] : []
    }),
  }))
  const traits = traitSpread(strips, people, {
    languageTag,
    title: page.traitsNote,
    table: { ...table, summary: charts.traits.table },
  })
  const values = teamValues(team.values, people, {
    title: page.valuesNote,
    table: { ...table, summary: charts.values.table },
  })
  return pickDefined({
    map: people.some(({ disc }) => disc) ? map : undefined,
    traits: team.traits.length > 0 ? traits : undefined,
    values: team.values.length > 0 ? values : undefined,
  })
}
