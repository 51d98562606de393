import type { TeamReportView } from '../../../web/views/team-report-view.ts'
import type { PersonScore, TeamPerson } from '../../charts/person.ts'
import type { Level } from '../../charts/reading.ts'
import { teamDial } from '../../charts/team-dial.ts'
import { teamValues } from '../../charts/team-values.ts'
import { traitSpread } from '../../charts/trait-spread.ts'
import { reportTexts } from '../../content/report.ts'
import { reportPageTexts } from '../../content/report-page.ts'
import { type TeamTexts, teamTexts } from '../../content/team.ts'
import { scalesIn } from '../../content/texts.ts'
import type { pageBasics } from '../page/send-page.ts'
import type { ReportAccount } from './report-view.ts'

type Score = { t: number; sem: number; score: number; level: Level }

/** The team part of the result of `read_linked_report`. */
export type TeamReport = {
  team: {
    profileCount: number
    resultCount: number
    lede: string
    note: string | null
    people: {
      id: string
      name: string | null
      initials: string
      quality: 'ok' | 'caution' | 'invalid' | null
      disc: TeamPerson['disc']
      focus: Record<string, Score> | null
    }[]
    traits: { trait: string; label: string; lowest: number; median: number; highest: number; words: string }[]
    values: { label: string; profileIds: string[] }[]
    differences: { label: string; text: string; low: string[]; high: string[] }[]
    together: { text: string }[]
  }
  labels: string[]
  forms: string[]
}

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
    ids.flatMap((id) => team.people.find((one) => one.id === id)?.initials ?? [])
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
    people: team.people.map(({ id, name, initials, disc, quality }) => ({
      id,
      name: name ?? texts.page.unnamed,
      initials,
      ...(disc ? { style: disc.style } : {}),
      isDoubtful: quality !== null && quality !== 'ok',
    })),
    figures: figuresOf(team, texts, scalesIn(basics.locale).levels),
    differences: team.differences.map(({ label, text, low, high }) => ({
      label,
      text,
      low: initialsOf(low),
      high: initialsOf(high),
    })),
    together: team.together.map(({ text }) => text),
  }
}

function figuresOf(team: Team, { charts, page, table }: TeamTexts, levels: Record<Level, string>) {
  const people = team.people.map(({ id, name, initials, disc }) => ({
    id,
    name: name ?? page.unnamed,
    initials,
    disc,
  }))
  const { dial } = charts
  const map = teamDial(people, {
    picture: dial.picture,
    title: dial.title,
    table: { summary: dial.table, name: table.name, style: table.style },
  })
  const strips = team.traits.map((one) => ({
    ...one,
    scores: team.people.flatMap(({ id, focus }): (PersonScore & { id: string })[] => {
      const score = focus?.[one.trait]
      return score ? [{ ...score, id, levelWord: levels[score.level] }] : []
    }),
  }))
  const traits = traitSpread(strips, people, {
    title: page.traitsNote,
    table: { ...table, summary: charts.traits.table },
  })
  const values = teamValues(team.values, people, {
    title: page.valuesNote,
    table: { ...table, summary: charts.values.table },
  })
  return {
    ...(people.some(({ disc }) => disc) ? { map } : {}),
    ...(team.traits.length > 0 ? { traits } : {}),
    ...(team.values.length > 0 ? { values } : {}),
  }
}
