import type { DiscNorm } from '../scoring/disc.ts'
import type { FocusNorm, FocusReliability } from '../scoring/focus.ts'
import { readContent } from './content-file.ts'

/** The norms used for scoring. A stored result names the `id` of its norm. */
export const focusNorm = readContent<FocusNorm>('norms/focus.json')
export const focusReliability = readContent<FocusReliability>('norms/focus-reliability.json')
export const discNorm = readContent<DiscNorm>('norms/disc.json')
