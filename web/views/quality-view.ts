/** How the answers hold together, in words. `noticed` is left out where there is nothing to be said. */
export type QualityView = {
  readonly outcome: 'ok' | 'caution' | 'invalid'
  readonly sentence: string
  readonly noticed?: {
    readonly title: string
    readonly signs: readonly { readonly what: string; readonly means: string }[]
    /** Says that it is no judgement of the person. */
    readonly fair: string
  }
}
