import type { PageView } from './page-view.ts'

/**
 * `GET /unsubscribe/{link}`. `ask`: offers to stop emails; `account` and `everywhere`: emails are stopped; `back`:
 * emails are resumed; `unknown`: an invalid link. About the emails that a member chose: `askNotices` and `noticesOff`.
 */
export type OptOutView = PageView & {
  readonly state: 'ask' | 'account' | 'everywhere' | 'back' | 'askNotices' | 'noticesOff' | 'unknown'
  /** Undefined (like the appearance) for an unknown link. */
  readonly accountName?: string
  /** Name of the installation, for stopping emails of all its accounts. */
  readonly host: string
  /** URL of this page, which its forms post to. */
  readonly path: string
  /** About text messages to a number instead of emails to an address. */
  readonly isSms: boolean
}
