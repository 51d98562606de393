/**
 * Limits for the indices of response quality. `evenOdd`, `personTotal`, `variability` and `likelihood` count below
 * their limit, all others above it.
 */
export type QualityRules = {
  /** Active seconds per item. */
  readonly speed: { readonly caution: number; readonly invalid: number }
  /** Equal answers in a row. */
  readonly longestRun: { readonly caution: number; readonly invalid: number }
  readonly evenOdd: number
  readonly withinFacet: number
  readonly personTotal: number
  readonly variability: number
  readonly likelihood: { readonly disc: number; readonly core: number }
  /** Share of the picks in one position on the screen. */
  readonly position: number
  /** The normal range of the mean raw answer. */
  readonly acquiescence: { readonly from: number; readonly to: number }
  /** r with the previous profile. */
  readonly retakeDrift: number
}

/**
 * The rules by version, which every outcome carries. Old versions stay, so that an outcome can be recomputed as it was
 * judged. docs/scoring.md gives the source of the limits.
 */
export const qualityRules: ReadonlyMap<string, QualityRules> = new Map([
  [
    '1',
    {
      speed: { caution: 3, invalid: 2 },
      longestRun: { caution: 9, invalid: 14 },
      evenOdd: 0.32,
      withinFacet: 0.84,
      personTotal: -0.04,
      variability: 0.99,
      likelihood: { disc: 0.314, core: 0.384 },
      position: 0.6,
      acquiescence: { from: 2.4, to: 3.6 },
      retakeDrift: 0.4,
    },
  ],
  [
    '2',
    {
      speed: { caution: 3, invalid: 2 },
      longestRun: { caution: 9, invalid: 14 },
      evenOdd: 0.36,
      withinFacet: 0.92,
      personTotal: 0.06,
      variability: 0.99,
      likelihood: { disc: 0.31, core: 0.37 },
      position: 0.6,
      acquiescence: { from: 2.4, to: 3.6 },
      retakeDrift: 0.4,
    },
  ],
])

/**
 * Limits of the Focus indices for the form with 60 statements, chosen like those of version 2 on 6,000 simulated people
 * a model (docs/scoring.md, chapter 10). They belong to every version: no earlier outcome is of that form.
 */
export const shortFocusRules: Pick<
  QualityRules,
  'longestRun' | 'evenOdd' | 'withinFacet' | 'personTotal' | 'variability' | 'acquiescence'
> = {
  longestRun: { caution: 8, invalid: 11 },
  evenOdd: 0.45,
  withinFacet: 0.76,
  personTotal: 0.1,
  variability: 0.99,
  acquiescence: { from: 2.5, to: 3.4 },
}

/** The current version. */
export const qualityVersion = '2'

/** The version of an outcome; outcomes of the first version have none. */
export function qualityVersionOf(quality: { readonly version?: string | undefined }): string {
  return quality.version ?? '1'
}
