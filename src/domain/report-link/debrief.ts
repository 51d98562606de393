import { type Body, bodyOf } from '../debrief/markdown.ts'
import type { Debrief } from '../debrief/model.ts'
import { debriefTexts } from '../debrief/texts.ts'

/** A debrief as a report prints it. */
export type ShownDebrief = {
  readonly sections: readonly (Body & { readonly title: string })[]
  /** Whether a language model wrote it; the reader is told. */
  readonly byModel: boolean
}

export function shownDebrief({ sections, locale, generator }: Debrief): ShownDebrief {
  const words = debriefTexts(locale)
  return {
    sections: sections.map((section) => ({ title: section.title, ...bodyOf(section, words) })),
    byModel: generator.kind === 'llm',
  }
}
