import { z } from 'zod'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { Timestamp } from '../../contract/shapes.ts'
import { SectionBody, toSectionBody } from '../debrief/markdown.ts'
import { Debrief } from '../debrief/model.ts'
import { readDebriefSubject } from '../debrief/subject.ts'
import type { WrittenDebrief } from '../debrief/text.ts'
import { debriefTexts } from '../debrief/texts.ts'

/** The stored debrief as its person reads it. */
export const PersonDebrief = z.strictObject({
  languageTag: z.string(),
  kind: Debrief.shape.generator.shape.kind,
  createdAt: Timestamp,
  sections: z.array(SectionBody.extend({ title: z.string() })),
})
export type PersonDebrief = z.output<typeof PersonDebrief>

/**
 * The debrief of the person's current results: in the language of the page if there is one, otherwise the newest.
 * Undefined if none is stored or all are stale. Never generated for this.
 */
export async function readPersonDebrief(
  { sql, account }: Context,
  profileId: string,
  locale: Locale,
): Promise<PersonDebrief | undefined> {
  const { debriefs = [] } = (await readDebriefSubject(sql, account, profileId)) ?? {}
  const current = debriefs.filter(({ stale }) => !stale)
  const debrief = current.find((one) => one.locale === locale) ?? current[0]
  if (!debrief) return undefined
  return { ...debriefBody(debrief), createdAt: debrief.createdAt }
}

/** A stored or newly written debrief, arranged for reading. */
export function debriefBody({
  locale,
  generator,
  sections,
}: Pick<Debrief | WrittenDebrief, 'locale' | 'generator' | 'sections'>): Omit<PersonDebrief, 'createdAt'> {
  const texts = debriefTexts(locale)
  return {
    languageTag: languageTags[locale],
    kind: generator.kind,
    sections: sections.map((section) => ({ title: section.title, ...toSectionBody(section, texts) })),
  }
}
