import type { AssessmentFactsView } from './home-view.ts'
import type { ResultsView } from './results-view.ts'

/** `GET /example`: the results of an invented person, and how long it takes to have one's own. */
export type ExampleView = Omit<ResultsView, 'completedAt'> & {
  /** URL of this page, for other languages. */
  readonly path: string
  /** The page about this installation. */
  readonly about: string
  readonly assessments: readonly AssessmentFactsView[]
}
