import type { PageView } from './page-view.ts'

/**
 * `GET /unsubscribe/{link}`: `ask` offers to stop emails, `account` and `everywhere` say that they are stopped, `back` that
 * they come again, and `unknown` that this is no link of ours.
 */
export type OptOutView = PageView & {
  readonly state: 'ask' | 'account' | 'everywhere' | 'back' | 'unknown'
  /** Left out (like the appearance) for an unknown link. */
  readonly accountName?: string
  /** Names the installation, for stopping emails from all of its accounts. */
  readonly host: string
  /** Where this page is found, and where its forms post to. */
  readonly path: string
  /** About text messages to a number, and not emails to an address. */
  readonly isSms: boolean
}
