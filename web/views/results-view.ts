import type { OwnLinkView } from './own-link-view.ts'
import type { OwnDataView, OwnDebriefView } from './own-view.ts'
import type { AccountView } from './page-view.ts'
import type { QualityView } from './quality-view.ts'

/**
 * A person's own results. Words come from `report` in `src/domain/report`, figures from `src/charts` as markup that
 * is escaped already; a figure is left out where its assessment is not done.
 */
export type ResultsView = AccountView &
  OwnDataView & {
    readonly personName?: string
    /** When the last of the results was reached. */
    readonly completedAt: string
    /** IANA name of the zone in which the date is told; UTC where it is left out. */
    readonly timeZone?: string
    readonly headline: string
    readonly lede: readonly string[]
    readonly quality?: QualityView
    readonly activeMinutes?: number
    /** Names and versions of the forms, for the printed foot. */
    readonly form: string
    readonly caveats: { readonly disc: string; readonly core: string }
    readonly figures: {
      readonly tone?: string
      readonly disc?: string
      readonly core?: string
      readonly focus?: string
    }
    readonly words: ResultsWords
    readonly debrief?: OwnDebriefView
    /** The person's own link to these results; no offer is made without it. */
    readonly ownLink?: OwnLinkView
    /** For whoever has no link of their own: this browser stays signed in until they close it. */
    readonly closeUrl?: string
    /** Lets the strokes of the tone grow, once. */
    readonly firstVisit?: boolean
  }

/** Fixed texts of the results page: `page` in `content/locales/<locale>/report.json`. */
export type ResultsWords = {
  readonly title: string
  readonly of: string
  readonly ofNobody: string
  readonly yours: string
  readonly download: { readonly name: string; readonly text: string; readonly button: string }
  readonly printed: { readonly name: string; readonly text: string }
  readonly close: { readonly name: string; readonly text: string; readonly button: string }
  readonly notice: string
  readonly active: string
  readonly form: string
  readonly sheet: string
}
