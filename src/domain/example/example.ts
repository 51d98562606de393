import { exampleAnswers } from '../../content/example.ts'
import { coreDesign } from '../../content/forms.ts'
import { madeOnce } from '../../content/localized.ts'
import { assessmentIds } from '../../contract/shapes.ts'
import { assessResponseQuality, scoreAssessment } from '../assessment/scores.ts'
import { coreScreen, emptySittingAnswers, type SittingAnswers } from '../assessment/sitting.ts'
import { debriefByRules } from '../debrief/by-rules.ts'
import { extractFacts } from '../debrief/facts.ts'
import { debriefBody, type PersonDebrief } from '../report/person-debrief.ts'
import { buildCompleteReport, type Report } from '../report/report.ts'
import { type GatheredResults, resultsIn } from '../report/results.ts'

/** The results of the invented person, as one's own results page shows them. */
export type Example = {
  readonly report: Report
  readonly forms: string[]
  readonly debrief: Omit<PersonDebrief, 'createdAt'>
  readonly activeSeconds: number
}

/**
 * The results of an invented person in a language, by the same scoring, texts and rules as anyone's. Computed for the
 * first reader of each language and kept: nothing of it can change while the service runs.
 */
export const readExample = madeOnce((locale): Example => {
  scored ??= scoreExample()
  const { results, basis, forms } = scored
  const report = buildCompleteReport(results, basis, locale)
  if (!report) throw new Error('The example has no results.')
  return {
    report,
    forms,
    debrief: debriefBody(debriefByRules({ facts: extractFacts(basis), locale })),
    activeSeconds: assessmentIds.reduce((sum, id) => sum + exampleAnswers.activeSeconds[id], 0),
  }
})

let scored: GatheredResults | undefined

function scoreExample(): GatheredResults {
  const sheet = exampleSheet()
  const sittings = assessmentIds.map((assessment) => ({
    assessment,
    form: exampleAnswers.forms[assessment],
    activeSeconds: exampleAnswers.activeSeconds[assessment],
  }))
  // The id only decides between values that are tied.
  const rows = sittings.map(({ assessment, form }) => ({
    assessment,
    ...scoreAssessment(assessment, sheet, 'example', form),
  }))
  return resultsIn(rows, assessResponseQuality(sheet, sittings))
}

/** The stored answers as a sitting has them. Each screen of Core follows from the answers before it. */
export function exampleSheet(): SittingAnswers {
  const sheet = emptySittingAnswers()
  const { disc, focus, core } = exampleAnswers
  for (const [at, [most, least]] of disc.entries()) answer(sheet, 'disc', at, { most, least })
  for (const [at, value] of focus.entries()) answer(sheet, 'focus', at, value)
  for (const [at, [best, worst]] of core.entries()) {
    answer(sheet, 'core', at, { block: coreScreen(at + 1, sheet, coreDesign) ?? [], best, worst })
  }
  return sheet
}

function answer(sheet: SittingAnswers, assessment: keyof SittingAnswers, at: number, value: unknown): void {
  sheet[assessment].set(at + 1, { item: at + 1, value, seq: 1 })
}
