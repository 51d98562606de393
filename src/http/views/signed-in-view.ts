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
  /** The theme that the user chose; undefined if it follows the system. */
  readonly theme?: 'light' | 'dark'
  readonly menu: {
    readonly words: typeof import('../../../content/locales/en/dashboard/shell.json', { with: {
      type: 'json',
    }})
    /** What the user's role allows in the current account. */
    readonly scopes: readonly string[]
    /** Set for coaches. */
    readonly isLimited: boolean
    /** The mailbox page of the demo. */
    readonly mailbox?: string
    /** Undefined if they are not known here. */
    readonly people?: number
    readonly tags?: number
    readonly logoPath?: string | null
  }
}
