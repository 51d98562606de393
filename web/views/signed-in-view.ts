import type { PageView } from './page-view.ts'

/** What the frame of a member's pages is given. */
export type SignedInView = PageView & {
  /** What addresses of these pages begin with: nothing, or the path of the authorization server. */
  readonly root: string
  /** The dashboard. */
  readonly home: string
  readonly email: string
  /** The account that is spoken of; none for somebody who is a member of none. */
  readonly account?: { readonly id: string; readonly name: string }
  /** Set for members of several accounts, where the ways between the pages take the chosen one along. */
  readonly hasSeveral?: boolean
}
