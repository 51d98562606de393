import type { PageView } from './page-view.ts'

/** Data of the frame of members' pages. */
export type SignedInView = PageView & {
  /** Base path of these pages: empty, or the path of the authorization server. */
  readonly root: string
  /** URL of the dashboard. */
  readonly home: string
  readonly email: string
  /** The current account; undefined for users without one. */
  readonly account?: { readonly id: string; readonly name: string }
  /** Set for users with several accounts, whose links carry the current one. */
  readonly hasSeveral?: boolean
}
