import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { assessmentFacts } from '../../content/assessments.ts'
import { coreDesign, formId } from '../../content/forms.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import type { DiscScores } from '../../scoring/results.ts'
import { assessResponseQuality, scoreAssessment } from '../assessment/scores.ts'
import { emptySittingAnswers, findAnswerError, isFullyAnswered } from '../assessment/sitting.ts'
import { answersOfPersona } from './answer-sheet.ts'
import { type PersonaId, personaIds, personas } from './personas.ts'

const allSeeds = Array.from({ length: 100 }, (_, index) => index + 1)
const attentive = personaIds.filter((id) => personas[id].completes && personas[id].trips === null)
const careless = personaIds.filter((id) => personas[id].trips !== null)

type Answered = { parts: ReturnType<typeof answersOfPersona>; sheet: ReturnType<typeof emptySittingAnswers> }

/** Several tests ask for the same answers. */
const known = new Map<string, Answered>()

function answered(
  persona: PersonaId,
  seed: number,
  assessments: readonly AssessmentId[] = assessmentIds,
): Answered {
  const name = [persona, seed, ...assessments].join()
  const found = known.get(name) ?? answerAll(persona, seed, assessments)
  known.set(name, found)
  return found
}

function answerAll(persona: PersonaId, seed: number, assessments: readonly AssessmentId[]): Answered {
  const parts = answersOfPersona(persona, seed, assessments)
  const sheet = emptySittingAnswers()
  for (const { answers } of parts) {
    for (const { assessment, item, value } of answers) {
      // Not with expect, which takes longer than what it looks at.
      const error = findAnswerError(assessment, item, value, sheet, coreDesign)
      if (error !== undefined) throw new Error(`${persona} ${seed}, ${assessment} ${item}: ${error}`)
      sheet[assessment].set(item, { item, value, seq: 1 })
    }
  }
  return { parts, sheet }
}

function qualityOf(persona: PersonaId, seed: number) {
  const { parts, sheet } = answered(persona, seed)
  const completed = parts.map((part) => ({ ...part, form: formId(part.assessment) }))
  return assessResponseQuality(sheet, completed)
}

function discOf(persona: PersonaId, seed: number, profileId = 'a'): DiscScores {
  const { result } = scoreAssessment('disc', answered(persona, seed).sheet, profileId, formId('disc'))
  return result as DiscScores
}

function expectPersonas(count: number): void {
  const seeds = allSeeds.slice(0, count)

  test.each(attentive)('%s is flagged for at most 2 in 100', (persona) => {
    expect(seeds.filter((seed) => qualityOf(persona, seed).outcome !== 'ok').length).toBeLessThanOrEqual(
      0.02 * count,
    )
  })

  test.each(careless)('%s exceeds the limit of its index for all seeds', (persona) => {
    const exceeded = seeds.map((seed) => {
      const { reasons, notes } = qualityOf(persona, seed)
      return [...reasons, ...notes].map(({ index }) => index)
    })
    expect(exceeded.filter((indices) => !indices.some((index) => index === personas[persona].trips))).toEqual(
      [],
    )
  })

  test.each(attentive.filter((id) => personas[id].leads))(
    '%s has its leading letter for at least 95 in 100',
    (persona) => {
      const leads = seeds.filter((seed) => discOf(persona, seed).style[0] === personas[persona].leads)
      expect(leads.length).toBeGreaterThanOrEqual(0.95 * count)
    },
  )

  test('no letter leads in more than half of the balanced people', () => {
    const leading = seeds.map((seed) => discOf('balanced', seed).style[0])
    for (const letter of ['D', 'I', 'S', 'C']) {
      expect(leading.filter((one) => one === letter).length, letter).toBeLessThan(0.5 * count)
    }
  })
}

describe('personas', () => {
  test('there are five attentive ones, four careless ones and one that gives up', () => {
    expect(attentive).toEqual(['steady', 'driving', 'outgoing', 'careful', 'balanced'])
    expect(careless).toEqual(['straight_liner', 'random', 'yes_sayer', 'too_fast'])
    expect(personaIds.filter((id) => !personas[id].completes)).toEqual(['gives_up'])
  })

  describe('in twenty seeds', () => expectPersonas(20))
  describe('in all hundred seeds', { tags: 'long' }, () => expectPersonas(100))

  test.each(personaIds)('%s: the same seed gives the same answers, another seed others', (persona) => {
    expect(answersOfPersona(persona, 7, assessmentIds)).toEqual(answersOfPersona(persona, 7, assessmentIds))
    expect(answersOfPersona(persona, 7, assessmentIds)).not.toEqual(
      answersOfPersona(persona, 8, assessmentIds),
    )
  })

  test.each(personaIds.filter((id) => personas[id].completes))('%s answers every item', (persona) => {
    const { parts, sheet } = answered(persona, 3)
    expect(parts.map(({ isWhole }) => isWhole)).toEqual([true, true, true])
    for (const id of assessmentIds) expect(isFullyAnswered(id, sheet, coreDesign)).toBe(true)
  })

  test('one that gives up stops after half of the items, in whatever it is asked', () => {
    const counts = (assessments: readonly AssessmentId[]) =>
      answersOfPersona('gives_up', 1, assessments).map((part) => [
        part.assessment,
        part.answers.length,
        part.isWhole,
      ])
    expect(counts(assessmentIds)).toEqual([
      ['disc', 24, true],
      ['focus', 58, false],
    ])
    expect(counts(['core'])).toEqual([['core', 10, false]])
  })

  test('answers to one assessment are the same with and without the others', () => {
    expect(answersOfPersona('driving', 5, ['focus'])[0]).toEqual(
      answersOfPersona('driving', 5, assessmentIds)[1],
    )
  })

  test('scores are the same for any profile, because no two values of Core tie', () => {
    const coreOf = (persona: PersonaId, seed: number, profileId: string) =>
      scoreAssessment('core', answered(persona, seed, ['core']).sheet, profileId, formId('core')).result
    for (const persona of personaIds.filter((id) => personas[id].completes)) {
      for (const seed of allSeeds.slice(0, 20)) {
        const first = coreOf(persona, seed, 'a')
        for (const other of ['b', 'c', 'd']) expect(coreOf(persona, seed, other)).toEqual(first)
      }
    }
  })

  test('seconds are plausible for everyone but those who answer too fast', () => {
    for (const persona of personaIds) {
      for (const { assessment, activeSeconds, answers } of answersOfPersona(persona, 2, assessmentIds)) {
        const perItem = activeSeconds / answers.length
        if (persona === 'too_fast') expect(perItem).toBeLessThan(3)
        else expect(perItem).toBeGreaterThan(4)
        expect(answers.length).toBeLessThanOrEqual(assessmentFacts[assessment].itemCount)
      }
    }
  })

  test('the answers are those of every machine and earlier release with these forms', () => {
    const forms = assessmentIds.map(formId)
    const sheets = personaIds.flatMap((persona) =>
      [1, 2, 3].map((seed) => answersOfPersona(persona, seed, assessmentIds)),
    )
    const digest = createHash('sha256').update(JSON.stringify(sheets)).digest('hex')
    expect([forms, digest]).toEqual([
      ['disc-24-2', 'focus-120-1', 'core-13-1'],
      '513fef56d68d458814b975014639881db26476152de3bc3b05ecd032e71cff13',
    ])
  })
})
