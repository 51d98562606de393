/**
 * A view is the input of one page: plain data, ready to show. The server builds views from its own records, so that
 * pages need no database, request or secret. Dates are ISO 8601 in UTC, item numbers start at 1.
 */

import type { AppearanceView } from './appearance-view.ts'

/** Every text of the pages. English is the type: the service does not start with a locale that lacks one. */
export type MessageKey =
  | keyof typeof import('../../../content/locales/en/site.json', { with: { type: 'json' }})
  | keyof typeof import('../../../content/locales/en/access.json', { with: { type: 'json' }})

/** Every text of `content/locales/<locale>/site.json`. */
type Messages = Readonly<Record<string, string>>

/** Fields of every page for people. `locale` is the service's code, `languageTag` its BCP 47 tag. */
export type PageView = {
  readonly locale: string
  readonly languageTag: string
  /** Available languages of this page, by their own names; a choice is offered from two on. */
  readonly locales: readonly {
    readonly code: string
    readonly name: string
    /** BCP 47 tag of the name, for fonts and screen readers. */
    readonly languageTag?: string
  }[]
  readonly messages: Messages
  /** The look of the page's account. */
  readonly appearance?: AppearanceView
}

export type AssessmentId = 'disc' | 'focus' | 'core'

/** A page of an account. */
export type AccountView = PageView & {
  readonly accountName: string
}
