import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { type SectionBody, toSectionBody } from '../debrief/markdown.ts'
import { readDebriefSubject } from '../debrief/subject.ts'
import { debriefTexts } from '../debrief/texts.ts'

/** The stored debrief as its person reads it. */
export type PersonDebrief = {
  languageTag: string
  kind: 'rules' | 'llm'
  createdAt: string
  sections: (SectionBody & { title: string })[]
}

/**
 * The debrief that stands for the person's present results: in the language of the page where there is one in it, else
 * the newest. Undefined where none is stored, or none that still holds; it is never written for this.
 */
export async function readPersonDebrief(
  { sql, account }: Context,
  profileId: string,
  locale: Locale,
): Promise<PersonDebrief | undefined> {
  const { debriefs = [] } = (await readDebriefSubject(sql, account, profileId)) ?? {}
  const current = debriefs.filter(({ stale }) => !stale)
  const found = current.find((one) => one.locale === locale) ?? current[0]
  if (!found) return undefined
  const texts = debriefTexts(found.locale)
  return {
    languageTag: languageTags[found.locale],
    kind: found.generator.kind,
    createdAt: found.createdAt,
    sections: found.sections.map((section) => ({ title: section.title, ...toSectionBody(section, texts) })),
  }
}
