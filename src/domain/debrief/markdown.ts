import type { DebriefTexts } from '../../content/debrief.ts'
import { joinSentences } from '../../contract/locale.ts'
import type { WrittenSection } from './text.ts'

/** A section as it is read: paragraphs first, then lists, each under its label where it has one. */
export type SectionBody = {
  readonly paragraphs: readonly string[]
  readonly lists: readonly { readonly label?: string; readonly items: readonly string[] }[]
}

/** As stored or as just written. */
type Sentence = {
  readonly text: string
  readonly evidence: readonly string[]
  readonly tip?: 'do' | 'avoid' | undefined
}

type Words = Pick<DebriefTexts, 'tips' | 'locale'>

/** The sections as Markdown: a heading each, sentences as one paragraph, tips and questions as lists. */
export function renderMarkdown(sections: readonly WrittenSection[], words: Words): string {
  const parts = sections.map(
    (section) => `## ${section.title}\n\n${markdownBody(toSectionBody(section, words))}`,
  )
  return `${parts.join('\n\n')}\n`
}

/** Sets the sentences of a section as they are read, in the language of the text. */
export function toSectionBody(
  { id, sentences }: { id: WrittenSection['id']; sentences: readonly Sentence[] },
  { tips, locale }: Words,
): SectionBody {
  if (id === 'questions') return { paragraphs: [], lists: [{ items: textsOf(sentences) }] }
  const prose = sentences.filter(({ tip }) => tip === undefined)
  const lists = (['do', 'avoid'] as const).flatMap((tip) => {
    const some = sentences.filter((sentence) => sentence.tip === tip)
    return some.length > 0 ? [{ label: tips[tip], items: textsOf(some) }] : []
  })
  const opening = prose.filter(isAboutAnswers)
  const rest = prose.filter((sentence) => !isAboutAnswers(sentence))
  const paragraphs = [opening, rest]
    .filter(({ length }) => length > 0)
    .map((some) => joinSentences(textsOf(some), locale))
  return { paragraphs, lists }
}

function markdownBody({ paragraphs, lists }: SectionBody): string {
  const listed = lists.map(({ label, items }) => {
    const list = items.map((item) => `- ${item}`).join('\n')
    return label === undefined ? list : `**${label}**\n\n${list}`
  })
  return [...paragraphs, ...listed].join('\n\n')
}

/** A caution about the answers stands by itself before what rests on them. */
function isAboutAnswers({ evidence }: Sentence): boolean {
  return evidence.length === 1 && evidence[0] === 'quality.outcome'
}

function textsOf(sentences: readonly Sentence[]): string[] {
  return sentences.map(({ text }) => text)
}
