import { scoreCore } from './core.ts'
import type { CoreAnswer, CoreDesign } from './core-screens.ts'
import { type DiscChoice, type DiscNorm, scoreDisc } from './disc.ts'
import { type ScoringEdition, scoringVersion } from './edition.ts'
import { type FocusKeys, type FocusNorm, type FocusReliability, scoreFocus } from './focus.ts'
import type { CoreResult, DiscResult, Family, FocusResult, Unscored } from './results.ts'

/** The answers of a person, to all families or some. */
export type AnswerSheet = {
  /** The answers in the order of the form, 1..5, null where missing. */
  readonly focus?: readonly (number | null)[]
  readonly disc?: readonly DiscChoice[]
  readonly core?: readonly CoreAnswer[]
}

/** Forms and norms, as in the content folder. */
export type Instruments = {
  readonly focus: {
    readonly keys: FocusKeys
    readonly norm: FocusNorm
    readonly reliability: FocusReliability
  }
  readonly disc: { readonly form: string; readonly norm: DiscNorm }
  readonly core: { readonly design: CoreDesign }
}

export type Scores = {
  readonly focus?: FocusResult | Unscored
  readonly disc?: DiscResult
  readonly core?: CoreResult
}

/**
 * Scores every family in the sheet, by the current edition unless another is named. `profileId` only breaks the last
 * kind of tie in Core. Throws a RangeError on answers that no form allows.
 */
export function scoreSheet(
  sheet: AnswerSheet,
  instruments: Instruments,
  profileId: string,
  edition: ScoringEdition = scoringVersion,
): Scores {
  const { focus, disc, core } = instruments
  const reliability = edition === '1.0.0' ? undefined : focus.reliability
  return {
    ...(sheet.focus && { focus: scoreFocus(sheet.focus, focus.keys, focus.norm, reliability) }),
    ...(sheet.disc && { disc: scoreDisc(sheet.disc, disc.norm, edition) }),
    ...(sheet.core && { core: scoreCore(sheet.core, core.design, profileId, edition) }),
  }
}

/** What a result was computed with. Core ranks a person's values against each other and has no norm. */
export type Provenance = { readonly form: string; readonly version: string; readonly norm: string | null }

export function provenance(
  family: Family,
  { focus, disc, core }: Instruments,
  edition: ScoringEdition = scoringVersion,
): Provenance {
  const ids = {
    focus: { form: focus.keys.id, norm: focus.norm.id },
    disc: { form: disc.form, norm: disc.norm.id },
    core: { form: core.design.id, norm: null },
  }[family]
  return { form: ids.form, version: edition, norm: ids.norm }
}
