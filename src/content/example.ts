import type { AssessmentId } from '../contract/shapes.ts'
import type { Letter } from '../scoring/results.ts'
import { readContent } from './content-file.ts'

/** The answers of an invented person to the current forms. */
type ExampleAnswers = {
  readonly forms: Readonly<Record<AssessmentId, string>>
  readonly activeSeconds: Readonly<Record<AssessmentId, number>>
  /** The letters chosen as most and as least, such as `IS`, by block. */
  readonly disc: readonly `${Letter}${Letter}`[]
  readonly focus: readonly number[]
  /** The values chosen as most and as least important, by screen. */
  readonly core: readonly (readonly [best: string, worst: string])[]
}

/** What `/example` is computed from. Nobody gave these answers. */
export const exampleAnswers = readContent<ExampleAnswers>('example.json')
