import type { DebriefTexts } from '../../content/debrief.ts'
import { joinSentences, type Locale } from '../../contract/locale.ts'
import type { Section, Sentence } from './text.ts'

/** The sections as Markdown: a heading each, sentences as one paragraph, tips and questions as lists. */
export function markdownOf(
  sections: readonly Section[],
  { tips, locale }: Pick<DebriefTexts, 'tips' | 'locale'>,
): string {
  const parts = sections.map((section) => `## ${section.title}\n\n${body(section, tips, locale)}`)
  return `${parts.join('\n\n')}\n`
}

function body({ id, sentences }: Section, tips: DebriefTexts['tips'], locale: Locale): string {
  if (id === 'questions') return list(sentences)
  const prose = sentences.filter(({ tip }) => tip === undefined)
  const labelled = (['do', 'avoid'] as const).flatMap((tip) => {
    const some = sentences.filter((sentence) => sentence.tip === tip)
    return some.length > 0 ? [`**${tips[tip]}**\n\n${list(some)}`] : []
  })
  const opening = prose.filter(isAboutAnswers)
  const rest = prose.filter((sentence) => !isAboutAnswers(sentence))
  const paragraphs = [opening, rest]
    .filter(({ length }) => length > 0)
    .map((some) =>
      joinSentences(
        some.map(({ text }) => text),
        locale,
      ),
    )
  return [...paragraphs, ...labelled].join('\n\n')
}

/** A caution about the answers stands by itself before what rests on them. */
function isAboutAnswers({ evidence }: Sentence): boolean {
  return evidence.length === 1 && evidence[0] === 'quality.outcome'
}

function list(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => `- ${text}`).join('\n')
}
