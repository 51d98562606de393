import type { SignedInView } from './signed-in-view.ts'

/** The question to a user who created API keys and signs out everywhere. */
export type SignOutKeysView = SignedInView & {
  readonly csrfToken: string
  readonly keys: readonly {
    /** Hidden fields of the form. */
    readonly value: string
    readonly name: string
    readonly accountName: string
  }[]
}
