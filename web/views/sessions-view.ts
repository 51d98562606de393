import type { SignedInView } from './signed-in-view.ts'

/** `GET /sessions`: where a person is signed in. */
export type SessionsView = SignedInView & {
  readonly proof: string
  readonly now: string
  readonly isDone: boolean
  readonly sessions: readonly {
    readonly id: string
    readonly method: 'code' | 'passkey' | 'link'
    /** Browser and system by name. */
    readonly agent: string | null
    readonly signedInAt: string
    readonly lastSeenAt: string
    readonly isThis: boolean
  }[]
}
