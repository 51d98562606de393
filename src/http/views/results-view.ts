import type { OwnLinkView } from './own-link-view.ts'
import type { OwnDataView, OwnDebriefView } from './own-view.ts'
import type { AccountView } from './page-view.ts'
import type { QualityView } from './quality-view.ts'
import type { ShareCardOfferView } from './share-card-view.ts'

/**
 * A person's own results. Texts come from `report` in `src/domain/report`, charts from `src/charts` as escaped
 * markup. A chart is undefined if its assessment is not completed.
 */
export type ResultsView = AccountView &
  OwnDataView & {
    readonly personName?: string
    /** When the last result was completed; undefined for an invented person, whose line has only `personName`. */
    readonly completedAt?: string
    /** IANA time zone of the date; UTC by default. */
    readonly timeZone?: string
    readonly headline: string
    readonly lede: readonly string[]
    /** The headlines of the debrief, on screen only: they would push the charts off the first sheet. */
    readonly takeaways?: readonly string[]
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
    /** The person's own share link; undefined if it is not offered. */
    readonly ownLink?: OwnLinkView
    readonly shareCard?: ShareCardOfferView
    /** For people without a personal link: this browser stays signed in until they close the session. */
    readonly closeUrl?: string
    /** Animates the strokes of the tone, once. */
    readonly firstVisit?: boolean
  }

/** Fixed texts of the results page: `page` in `content/locales/<locale>/report.json`. */
export type ResultsWords = {
  readonly title: string
  readonly of: string
  readonly ofNobody: string
  readonly yours: string
  readonly download: { readonly name: string; readonly text: string; readonly button: string }
  readonly printed: { readonly name: string; readonly text: string; readonly button: string }
  readonly close: { readonly name: string; readonly text: string; readonly button: string }
  readonly notice: string
  readonly active: string
  readonly form: string
  readonly sheet: string
}
