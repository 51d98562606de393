import type { Locale } from '../contract/locale.ts'
import { readContent } from './content-file.ts'
import type { TextStatus } from './items.ts'

/** What stands in every debrief by a language model, in one language. */
export type DebriefModelTexts = {
  readonly locale: Locale
  readonly status: TextStatus
  readonly version: string
  /** Says who wrote it. */
  readonly notice: string
}

/** Reads a locale's sentences. */
export function readDebriefModelTexts(locale: Locale, root?: URL): DebriefModelTexts {
  return readContent<DebriefModelTexts>(`locales/${locale}/debriefModel.json`, root)
}
