import { assessmentFacts, factsFor } from '../../content/assessments.ts'
import { coreDesign, discForm, focusForm, focusFormOf } from '../../content/forms.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { scoreCore } from '../../scoring/core.ts'
import { fnv1a } from '../../scoring/hash.ts'
import { type Random, seededRandom } from '../../scoring/random.ts'
import { letters } from '../../scoring/results.ts'
import { type PersonaId, personas } from './personas.ts'
import {
  coreAnswersBy,
  createRespondent,
  type Respondent,
  type SimulatedAnswer,
  simulateCoreAnswers,
  simulateDiscAnswers,
  simulateFocusAnswers,
} from './respondent.ts'
import { inShownOrder, type ShownAttempt } from './shown-order.ts'

/** One assessment as an invented person answers it. */
export type AnsweredAssessment = {
  assessment: AssessmentId
  answers: readonly SimulatedAnswer[]
  activeSeconds: number
  /** Whether every item is answered. */
  isWhole: boolean
}

/**
 * The answers of a persona to these assessments, in their order. The same persona, seed and forms give the same answers:
 * nothing else goes in. Each assessment is drawn separately, so the others don't change it; a persona that gives up
 * stops after half of all items, in the order in which they are shown to that person.
 */
export function answersOfPersona(
  persona: PersonaId,
  seed: number,
  assessments: readonly AssessmentId[],
  { focusForm, shownTo }: { focusForm?: FocusFormName | undefined; shownTo?: ShownAttempt } = {},
): AnsweredAssessment[] {
  const { completes, secondsPerItem } = personas[persona]
  const pace = 0.8 + 0.5 * seededRandom(fnv1a(`pace ${persona} ${seed}`))()
  const total = assessments.reduce((sum, id) => sum + factsFor(id, focusForm).itemCount, 0)
  let left = completes ? total : Math.floor(total / 2)
  return assessments.flatMap((assessment) => {
    const { itemCount } = factsFor(assessment, focusForm)
    const count = Math.min(left, itemCount)
    left -= count
    if (count === 0) return []
    const drawn = answersTo(assessment, persona, seed)
    const given = assessment === 'focus' ? onForm(drawn, focusForm) : drawn
    const answers = (shownTo ? inShownOrder(given, shownTo) : given).slice(0, count)
    const activeSeconds = Math.round(count * secondsPerItem[assessment] * pace)
    return [{ assessment, answers, activeSeconds, isWhole: count === itemCount }]
  })
}

/** The same person gives the same answers to the statements of the short form as to those of the full one. */
function onForm(
  answers: readonly SimulatedAnswer[],
  focusForm: FocusFormName | undefined,
): SimulatedAnswer[] {
  return focusFormOf(focusForm).items.flatMap(({ n, statement = n }) => {
    const answer = answers.find(({ item }) => item === statement)
    return answer ? [{ ...answer, item: n } as SimulatedAnswer] : []
  })
}

function answersTo(assessment: AssessmentId, persona: PersonaId, seed: number): SimulatedAnswer[] {
  const draw = (turn: number) => {
    const person = createRespondent(`${persona} ${seed} ${assessment} ${turn}`, personas[persona].tendencies)
    return draws[assessment](persona, person)
  }
  if (assessment !== 'core') return draw(0)
  for (let turn = 0; turn < maxDraws; turn += 1) {
    const answers = draw(turn)
    if (!hasTiedValues(answers)) return answers
  }
  return draw(0)
}

/** One in several hundred has a tie. */
const maxDraws = 20

/** Ties are broken by the id of the profile, so with one the same answers could be ranked differently. */
function hasTiedValues(answers: readonly SimulatedAnswer[]): boolean {
  const choices = answers.flatMap((answer) => (answer.assessment === 'core' ? [answer.value] : []))
  const { ranked } = scoreCore(choices, coreDesign, '')
  return new Set(ranked.map(({ utility }) => utility)).size < ranked.length
}

const whole = {
  disc: assessmentFacts.disc.itemCount,
  focus: assessmentFacts.focus.itemCount,
  core: assessmentFacts.core.itemCount,
}

const draws: Record<AssessmentId, (persona: PersonaId, person: Respondent) => SimulatedAnswer[]> = {
  disc(persona, person) {
    if (persona === 'random') return dealtDiscAnswers(person.random)
    if (persona === 'straight_liner') return discAnswersByPlace(person.random)
    return simulateDiscAnswers(person, whole.disc)
  },
  focus(persona, person) {
    const { random } = person
    if (persona === 'random') return focusAnswersBy(() => 1 + Math.floor(5 * random()))
    if (persona === 'straight_liner') return oneMark(random)
    if (persona === 'yes_sayer') return focusAnswersBy(() => (random() < 0.45 ? 5 : random() < 0.85 ? 4 : 3))
    return simulateFocusAnswers(person, whole.focus)
  },
  core(persona, person) {
    const { random } = person
    if (persona === 'random') return coreAnswersBy(whole.core, (screen) => shuffled(screen, random))
    if (persona === 'straight_liner') {
      return coreAnswersBy(whole.core, (screen) => (random() < 0.85 ? screen : shuffled(screen, random)))
    }
    return simulateCoreAnswers(person, whole.core)
  },
}

/**
 * Every pair of most and least equally often, in random order: people who read nothing prefer no letter. Drawn one by
 * one, some sheets would happen to look like a preference.
 */
function dealtDiscAnswers(random: Random): SimulatedAnswer[] {
  const pairs = letters.flatMap((most) =>
    letters.filter((least) => least !== most).map((least) => ({ most, least })),
  )
  const dealt = Array.from({ length: Math.ceil(whole.disc / pairs.length) }, () =>
    shuffled(pairs, random),
  ).flat()
  return dealt.slice(0, whole.disc).map((value, index) => ({ assessment: 'disc', item: index + 1, value }))
}

/** The first statement as most and the last as least, nearly everywhere. */
function discAnswersByPlace(random: Random): SimulatedAnswer[] {
  return discForm.blocks.map(({ statements }, index) => {
    const shown = statements.map(({ letter }) => letter)
    const places = random() < 0.85 ? shown : shuffled(shown, random)
    const value = { most: places[0] ?? 'D', least: places.at(-1) ?? 'C' }
    return { assessment: 'disc', item: index + 1, value }
  })
}

/** The same mark throughout, with another one every 20 to 29 items. */
function oneMark(random: Random): SimulatedAnswer[] {
  const mark = 2 + Math.floor(3 * random())
  let next = 20 + Math.floor(10 * random())
  return focusAnswersBy((index) => {
    if (index !== next) return mark
    next += 20 + Math.floor(10 * random())
    return mark - 1
  })
}

function focusAnswersBy(markOf: (index: number) => number): SimulatedAnswer[] {
  return focusForm.items.map(({ n }, index) => ({ assessment: 'focus', item: n, value: markOf(index) }))
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
