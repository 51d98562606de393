import { expect, test } from 'vitest'
import { assessmentFacts } from '../../content/assessments.ts'
import { exampleAnswers } from '../../content/example.ts'
import { coreDesign, formId } from '../../content/forms.ts'
import { locales } from '../../contract/locale.ts'
import { assessmentIds } from '../../contract/shapes.ts'
import {
  type AnswerValue,
  emptySittingAnswers,
  findAnswerError,
  isFullyAnswered,
} from '../assessment/sitting.ts'
import { exampleSheet, readExample } from './example.ts'

test('the answers are whole, fit the current forms, and took about as long as people are told', () => {
  const [sheet, before] = [exampleSheet(), emptySittingAnswers()]
  for (const assessment of assessmentIds) {
    expect(exampleAnswers.forms[assessment]).toBe(formId(assessment))
    expect(sheet[assessment].size).toBe(assessmentFacts[assessment].itemCount)
    for (const [item, answer] of sheet[assessment]) {
      const value = answer.value as AnswerValue
      expect([assessment, item, findAnswerError(assessment, item, value, before, coreDesign)]).toEqual([
        assessment,
        item,
        undefined,
      ])
      before[assessment].set(item, answer)
    }
    expect(isFullyAnswered(assessment, sheet, coreDesign)).toBe(true)
    const minutes = exampleAnswers.activeSeconds[assessment] / 60
    expect(Math.abs(minutes - assessmentFacts[assessment].estimatedMinutes)).toBeLessThan(1.5)
  }
})

test('shows reliable answers of someone who is high in some facets and low in others', () => {
  const { report, debrief } = readExample('en')
  expect(report.quality?.outcome).toBe('ok')
  expect(report.headline).toBe(
    'You win people for an idea, push it forward, and think ahead to what could go wrong.',
  )
  expect(report.takeaways).toHaveLength(3)
  expect(debrief.sections.map(({ title }) => title)).toContain('Under pressure')
  const levels = [...String(report.figures.focus).matchAll(/class="focus-level">([^<]+)/g)].map(
    ([, level]) => level,
  )
  expect(levels).toHaveLength(35)
  expect(new Set(levels)).toEqual(new Set(['Low', 'Baseline', 'High']))
})

test('has the same parts in every language, in its own words', () => {
  const english = readExample('en')
  for (const locale of locales) {
    const { report, debrief, forms } = readExample(locale)
    expect(report.locale).toBe(locale)
    expect(Object.keys(report.figures)).toEqual(['tone', 'focus', 'disc', 'core'])
    expect(report.takeaways).toHaveLength(3)
    expect(debrief.kind).toBe('rules')
    expect(debrief.sections).toHaveLength(english.debrief.sections.length)
    expect(forms).toEqual(english.forms)
    if (locale !== 'en') expect(report.headline).not.toBe(english.report.headline)
  }
})

test('is computed once in each language', () => {
  for (const locale of locales) expect(readExample(locale)).toBe(readExample(locale))
})
