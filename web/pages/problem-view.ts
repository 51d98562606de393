import type { PageView } from './views.ts'

type Problem = 'unexpected' | 'notFound' | 'signedOut' | 'tooMany' | 'unavailable' | 'paused' | 'badRequest'

/** A page that could not be shown. `reference` is the request's id, `retry` the one way on. */
export type ProblemView = PageView & {
  readonly kind: Problem | 'appRequest'
  readonly reference: string
  readonly retry?: string
  /** What is wrong with the request of an app, in the words of the protocol. */
  readonly detail?: string
}
