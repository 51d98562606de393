import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { type Body, bodyOf } from '../debrief/markdown.ts'
import { readSubject } from '../debrief/subject.ts'
import { debriefTexts } from '../debrief/texts.ts'

/** The stored debrief as its person reads it. */
export type OwnDebrief = {
  languageTag: string
  kind: 'rules' | 'llm'
  createdAt: string
  sections: (Body & { title: string })[]
}

/**
 * The debrief that stands for the person's present results: in the language of the page where there is one in it, else
 * the newest. Undefined where none is stored, or none that still holds; it is never written for this.
 */
export async function ownDebrief(
  { sql, account }: Context,
  profileId: string,
  locale: Locale,
): Promise<OwnDebrief | undefined> {
  const { debriefs = [] } = (await readSubject(sql, account, profileId)) ?? {}
  const standing = debriefs.filter(({ stale }) => !stale)
  const found = standing.find((one) => one.locale === locale) ?? standing[0]
  if (!found) return undefined
  const texts = debriefTexts(found.locale)
  return {
    languageTag: languageTags[found.locale],
    kind: found.generator.kind,
    createdAt: found.createdAt,
    sections: found.sections.map((section) => ({ title: section.title, ...bodyOf(section, texts) })),
  }
}
