import type { AccountView, PageView } from './page-view.ts'

type ShareCardTexts = typeof import('../../../content/locales/en/shareCard.json', { with: { type: 'json' }})

/** What can be added to a card. */
export type CardPartView = keyof ShareCardTexts['choose']['parts']

/** What a card shows. `tone` is escaped markup. */
export type CardContentView = {
  readonly firstName?: string
  readonly headline: string
  readonly tone?: string
  readonly style?: string
  readonly takeaways?: readonly string[]
  readonly values?: readonly string[]
  readonly caution?: string
  /** Says whom the texts address; undefined if they are about the person. */
  readonly addressed?: string
  readonly words: ShareCardTexts['page']
}

/** `GET /card/{token}`: the page for anyone who has the address. */
export type ShareCardView = PageView & {
  readonly card: CardContentView
  /** URL of this page for other languages. */
  readonly path: string
  /** For previews of the address; undefined unless the person chose a picture. */
  readonly preview?: {
    readonly url: string
    readonly picture: string
    readonly width: number
    readonly height: number
  }
}

/** `GET /card/{token}` of a card that was removed, has expired or never existed. */
export type ShareCardOverView = PageView & {
  readonly words: ShareCardTexts['page']
  readonly path: string
}

/** `GET /take/results/card`: the person's card, and the form that makes one. */
export type OwnShareCardView = AccountView & {
  readonly words: ShareCardTexts['choose']
  readonly timeZone?: string
  /** The card that exists. */
  readonly card?: { readonly url: string; readonly expiresAt: string }
  /** The parts that can be chosen, and those that are; none if no card can be made. */
  readonly parts: readonly {
    readonly name: CardPartView
    readonly isChosen: boolean
    /** The texts that it adds; none for a name or a picture. */
    readonly says: readonly string[]
  }[]
  readonly isOffered: boolean
  readonly firstName?: string
  readonly preview?: CardContentView
  /** When a card that is made now ends. */
  readonly endsAt: string
  /** URL of this page, with the choice, for other languages. */
  readonly path: string
  readonly action: string
  readonly removeUrl: string
  readonly backUrl: string
}

/** The offer on the results page. `until`: when the existing card ends. */
export type ShareCardOfferView = {
  readonly words: ShareCardTexts['own']
  readonly url: string
  readonly until?: string
}
