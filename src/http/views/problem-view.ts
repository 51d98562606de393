import type { PageView } from './page-view.ts'

/** A page that could not be shown. `reference` is the request's id, `retry` the URL to try again. */
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
  /** URL of this page in another language. */
  readonly path?: string
  readonly retry?: string
  /** Whether the browser has a session here, so that the dashboard is the way back. */
  readonly hasSession?: boolean
}
