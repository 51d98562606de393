import type { Locale } from '../contract/locale.ts'
import { readContent } from './content-file.ts'
import type { TextStatus } from './items.ts'

/** The fixed texts of debriefs by a language model, in one language. */
export type DebriefModelTexts = {
  readonly locale: Locale
  readonly status: TextStatus
  readonly version: string
  /** States who wrote it. */
  readonly notice: string
}

/** Reads a locale's texts. */
export function readDebriefModelTexts(locale: Locale, root?: URL): DebriefModelTexts {
  return readContent<DebriefModelTexts>(`locales/${locale}/debriefModel.json`, root)
}
