import core from '../content/items/core.json' with { type: 'json' }
import focus from '../content/items/focus.json' with { type: 'json' }
import focus60 from '../content/items/focus-60.json' with { type: 'json' }
import discNorm from '../content/norms/disc.json' with { type: 'json' }
import focusNorm from '../content/norms/focus.json' with { type: 'json' }
import focus60Norm from '../content/norms/focus-60.json' with { type: 'json' }
import focus60Reliability from '../content/norms/focus-60-reliability.json' with { type: 'json' }
import focusReliability from '../content/norms/focus-reliability.json' with { type: 'json' }
import type { FocusKeys } from '../src/scoring/focus.ts'
import type { Instruments } from '../src/scoring/score.ts'

/** The forms and norms of this checkout, for scripts and tests that score without the service. */
export const instruments: Instruments = {
  // TypeScript types a trait in a JSON module as string.
  focus: { keys: focus as FocusKeys, norm: focusNorm, reliability: focusReliability },
  disc: { form: 'disc-24-2', norm: discNorm },
  core: { design: core },
}

/** The same with the short form of Focus. */
export const shortInstruments: Instruments = {
  ...instruments,
  focus: { keys: focus60 as FocusKeys, norm: focus60Norm, reliability: focus60Reliability },
}
