import type { SignedInView } from './signed-in-view.ts'

/** The question before somebody who made API keys signs out everywhere. */
export type SignOutKeysView = SignedInView & {
  readonly proof: string
  readonly keys: readonly {
    /** What the form sends for it. */
    readonly value: string
    readonly name: string
    readonly accountName: string
  }[]
}
