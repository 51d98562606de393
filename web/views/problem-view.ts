import type { PageView } from './page-view.ts'

/** A page that could not be shown. `reference` is the request's id, `retry` the one way on. */
export type ProblemView = PageView & {
  readonly kind:
    | 'unexpected'
    | 'notFound'
    | 'signedOut'
    | 'tooMany'
    | 'unavailable'
    | 'paused'
    | 'badRequest'
    | 'oldForm'
    | 'notAllowed'
  readonly reference: string
  /** Where another language of this page is found. */
  readonly path?: string
  readonly retry?: string
}
