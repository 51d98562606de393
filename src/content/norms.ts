import type { DiscNorm } from '../scoring/disc.ts'
import type { FocusNorm, FocusReliability } from '../scoring/focus.ts'
import type { Instruments } from '../scoring/score.ts'
import { readContent } from './content-file.ts'
import { focusFormName, focusFormNamed } from './forms.ts'

/** The norms used for scoring. A stored result names the `id` of its norm. */
export const focusNorm = readContent<FocusNorm>('norms/focus.json')
export const focusReliability = readContent<FocusReliability>('norms/focus-reliability.json')
/** Those of the short form. */
const shortFocusNorm = readContent<FocusNorm>('norms/focus-60.json')
const shortFocusReliability = readContent<FocusReliability>('norms/focus-60-reliability.json')

/** What answers to a form of Focus are scored with. Throws a RangeError for an id that no form has. */
export function focusInstrument(form: string): Instruments['focus'] {
  const keys = focusFormNamed(form)
  return focusFormName(form) === 'focus-60'
    ? { keys, norm: shortFocusNorm, reliability: shortFocusReliability }
    : { keys, norm: focusNorm, reliability: focusReliability }
}

export const discNorm = readContent<DiscNorm>('norms/disc.json')
