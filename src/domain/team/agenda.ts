import { fillSlots } from '../../content/fill-slots.ts'
import { reportTexts } from '../../content/report.ts'
import { type TeamTexts, teamTexts } from '../../content/team.ts'
import { joinSentences, languageTags } from '../../contract/locale.ts'
import { unnamedDifference } from './differences.ts'
import type { SharedValue, Team, TeamAgenda } from './model.ts'

/**
 * What a facilitator does with a team: how spread out it is, what differs, and a plan with three exercises. It names no
 * one, so it can lie on the table. Without results, the exercises ask about the work itself.
 */
export function teamAgenda(team: Team): TeamAgenda {
  const texts = teamTexts(team.locale)
  const words = texts.agenda
  const steps = stepsFor(team, texts).map(({ title, minutes, lines }) => ({
    title,
    minutes,
    duration: fillSlots(words.duration, { n: String(minutes) }),
    lines,
  }))
  const minutes = steps.reduce((sum, step) => sum + step.minutes, 0)
  return {
    locale: team.locale,
    title: words.heading,
    intro: introOf(team, texts, minutes),
    minutes,
    before: { heading: words.beforeHeading, lines: Object.values(words.before) },
    facts: factsOf(team, texts),
    plan: { heading: words.planHeading, steps },
    notice: texts.page.notice,
  }
}

/** For how many people it is, and how many of them the facts rest on, if not all. */
function introOf(
  { locale, profileCount, resultCount }: Team,
  { agenda }: TeamTexts,
  minutes: number,
): string {
  const people = String(profileCount)
  const intro = fillSlots(agenda.intro, { minutes: String(minutes), people })
  return resultCount === profileCount
    ? intro
    : joinSentences([intro, fillSlots(agenda.results, { results: String(resultCount), people })], locale)
}

type Step = { title: string; minutes: number; lines: string[] }

function stepsFor(team: Team, texts: TeamTexts): Step[] {
  const { opening, map, line, ways, agreement, closing } = texts.agenda
  const place = team.people.some(({ disc }) => disc)
    ? { title: map.title, lines: [map.corners, map.look, map.talk] }
    : { title: line.title, lines: [line.ends, line.place, line.talk] }
  return [
    { title: opening.title, minutes: 10, lines: [opening.why, opening.rules] },
    { ...place, minutes: 20 },
    { title: ways.title, minutes: 25, lines: [...topicOf(team, texts), ways.ends] },
    {
      title: agreement.title,
      minutes: 25,
      lines: [agreementFor(team, texts), agreement.propose, agreement.choose],
    },
    { title: closing.title, minutes: 10, lines: [closing.say, closing.sheets] },
  ]
}

/** The largest difference with its question; without one beyond measurement error, how people work together. */
function topicOf({ differences: [first] }: Team, texts: TeamTexts): string[] {
  const {
    agenda: { ways },
    questions,
  } = texts
  const question = first && (questions as Record<string, string | undefined>)[first.scale]
  if (!first || !question) return [ways.freeTopic, fillSlots(ways.ask, { question: ways.freeQuestion })]
  const { label, scale } = first
  const text = unnamedDifference(scale, texts)
  return [fillSlots(ways.topic, { label, text }), fillSlots(ways.ask, { question })]
}

function agreementFor(team: Team, { agenda: { agreement } }: TeamTexts): string {
  const { values } = reportTexts(team.locale)
  const names = commonValues(team).map(
    ({ key, label }) => values[key as keyof typeof values]?.inside ?? label,
  )
  if (names.length === 0) return agreement.free
  const list = new Intl.ListFormat(languageTags[team.locale])
  return fillSlots(agreement.values, { values: list.format(names) })
}

function factsOf(team: Team, texts: TeamTexts): TeamAgenda['facts'] {
  const { spreadHeading, differsHeading, sharedHeading, shared } = texts.agenda
  const total = String(peopleWithValues(team))
  const differing = team.differences.map(({ label, scale }) => ({
    label,
    text: unnamedDifference(scale, texts),
  }))
  const sections = [
    {
      heading: spreadHeading,
      lines: spreadLines(team, texts),
    },
    {
      heading: differsHeading,
      lines:
        differing.length > 0 || team.traits.length === 0
          ? differing
          : [{ label: null, text: texts.page.noDifferences }],
    },
    {
      heading: sharedHeading,
      lines: commonValues(team).map(({ label, count }) => ({
        label,
        text: fillSlots(shared, { count: String(count), total }),
      })),
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

/** How spread out the team is on each trait, or once if it is the same on all of them. */
function spreadLines({ traits }: Team, { spreadOnAll }: TeamTexts): TeamAgenda['facts'][number]['lines'] {
  const [first] = traits
  if (first?.spread && traits.length === 5 && traits.every(({ spread }) => spread === first.spread)) {
    return [{ label: null, text: spreadOnAll[first.spread] }]
  }
  return traits.flatMap(({ label, words }) => (words === '' ? [] : [{ label, text: words }]))
}

/** At most three values that at least half of the people, and two, have among their first five. */
function commonValues(team: Team): SharedValue[] {
  const least = Math.max(2, peopleWithValues(team) / 2)
  return team.values.filter(({ count }) => count >= least).slice(0, 3)
}

function peopleWithValues({ people }: Team): number {
  return people.filter(({ core }) => core !== null).length
}
