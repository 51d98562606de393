import { z } from 'zod'
import type { DebriefTexts } from '../../content/debrief.ts'
import { joinSentences } from '../../contract/locale.ts'
import type { WrittenSection } from './text.ts'

/** A section as displayed: paragraphs first, then lists, each with its label if it has one. */
export const SectionBody = z.strictObject({
  paragraphs: z.array(z.string()),
  lists: z.array(z.strictObject({ label: z.string().exactOptional(), items: z.array(z.string()) })),
})
type SectionBody = z.output<typeof SectionBody>

/** A stored or newly written sentence. */
type Sentence = {
  readonly text: string
  readonly evidence: readonly string[]
  readonly tip?: 'do' | 'avoid' | undefined
}

type Words = Pick<DebriefTexts, 'tips' | 'locale'>

/** Renders the sections as Markdown: a heading each, sentences as one paragraph, tips and questions as lists. */
export function renderMarkdown(sections: readonly WrittenSection[], words: Words): string {
  const parts = sections.map(
    (section) => `## ${section.title}\n\n${markdownBody(toSectionBody(section, words))}`,
  )
  return `${parts.join('\n\n')}\n`
}

/** Arranges the sentences of a section for display. */
export function toSectionBody(
  { id, sentences }: { id: WrittenSection['id']; sentences: readonly Sentence[] },
  { tips, locale }: Words,
): SectionBody {
  if (listed.has(id)) return { paragraphs: [], lists: [{ items: textsOf(sentences) }] }
  const prose = sentences.filter(({ tip }) => tip === undefined)
  const lists = (['do', 'avoid'] as const).flatMap((tip) => {
    const group = sentences.filter((sentence) => sentence.tip === tip)
    return group.length > 0 ? [{ label: tips[tip], items: textsOf(group) }] : []
  })
  const opening = prose.filter(isAboutAnswers)
  const rest = prose.filter((sentence) => !isAboutAnswers(sentence))
  const paragraphs = [opening, rest]
    .filter(({ length }) => length > 0)
    .map((group) => joinSentences(textsOf(group), locale))
  return { paragraphs, lists }
}

/** Sections of sentences that do not follow from each other. */
const listed: ReadonlySet<WrittenSection['id']> = new Set(['questions', 'colleagues'])

function markdownBody({ paragraphs, lists }: SectionBody): string {
  const listed = lists.map(({ label, items }) => {
    const list = items.map((item) => `- ${item}`).join('\n')
    return label === undefined ? list : `**${label}**\n\n${list}`
  })
  return [...paragraphs, ...listed].join('\n\n')
}

/** A caution about the answers is a paragraph of its own, before the text that depends on them. */
function isAboutAnswers({ evidence }: Sentence): boolean {
  return evidence.length === 1 && evidence[0] === 'quality.outcome'
}

function textsOf(sentences: readonly Sentence[]): string[] {
  return sentences.map(({ text }) => text)
}
