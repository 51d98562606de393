/** Response quality in words. `noticed` is undefined if there are no signs of low quality. */
export type QualityView = {
  readonly outcome: 'ok' | 'caution' | 'invalid'
  readonly sentence: string
  readonly noticed?: {
    readonly title: string
    readonly signs: readonly { readonly what: string; readonly means: string }[]
    /** Says that it is no judgment of the person. */
    readonly fair: string
  }
}
