import type { SignedInView } from './signed-in-view.ts'

/** `GET /sessions`: the user's sessions. */
export type SessionsView = SignedInView & {
  readonly csrfToken: string
  readonly now: string
  readonly isDone: boolean
  readonly sessions: readonly {
    readonly id: string
    readonly method: 'code' | 'passkey' | 'link' | 'provider'
    /** Names of browser and system. */
    readonly agent: string | null
    readonly signedInAt: string
    readonly lastSeenAt: string
    readonly isThis: boolean
  }[]
}
