import type { AccountView, PageView } from './page-view.ts'

/** `GET /study/peer/{link}`: questions about the person who gave the link. It doesn't name the person. */
export type PeerView = AccountView & {
  readonly path: string
  readonly state: 'open' | 'answered'
  readonly labels: readonly string[]
  readonly items: readonly { readonly n: number; readonly text: string }[]
  /** Whether answers were sent before, but not all of them. */
  readonly isIncomplete: boolean
}

/** A link that shows nothing, or whose answers were just deleted. */
export type PeerOverView = PageView & { readonly path: string; readonly state: 'unknown' | 'deleted' }
