import { readDebriefModelTexts } from '../../content/debrief-model.ts'
import { eachLocale } from '../../content/localized.ts'
import type { DebriefAnswer } from './answer-schema.ts'
import { renderMarkdown } from './markdown.ts'
import { cautionText } from './pieces/opening.ts'
import type { DebriefBrief } from './prompt.ts'
import type { DebriefGenerator, WrittenDebrief, WrittenSection, WrittenSentence } from './text.ts'
import { debriefTexts } from './texts.ts'

/**
 * Puts the model's sentences under our headings and adds the parts that are never left to the model: the caution
 * about doubtful answers, the basis and limits of the text, and who wrote it.
 */
export function assembleSections(sections: DebriefAnswer['sections'], brief: DebriefBrief): WrittenSection[] {
  const texts = debriefTexts(brief.locale)
  const [caution, limits] = [cautionIn(brief), limitsIn(brief)]
  return sections.map(({ id, sentences }) => {
    const written = sentences.map(({ text, evidence }) => ({ text: text.normalize('NFC'), evidence }))
    return {
      id,
      title: texts.headings[id],
      sentences: [...(id === 'overview' ? caution : []), ...written, ...(id === 'limits' ? limits : [])],
    }
  })
}

/** The debrief as it is stored. */
export function toWrittenDebrief(
  sections: readonly WrittenSection[],
  { locale }: DebriefBrief,
  generator: DebriefGenerator,
): WrittenDebrief {
  return { locale, sections, content: renderMarkdown(sections, debriefTexts(locale)), generator }
}

function cautionIn({ locale, facts }: DebriefBrief): WrittenSentence[] {
  const text = cautionText(facts, debriefTexts(locale))
  return text === undefined ? [] : [{ text, evidence: ['quality.outcome'] }]
}

function limitsIn({ locale, facts, factLevels }: DebriefBrief): WrittenSentence[] {
  const { general, short, use } = debriefTexts(locale).limits
  // These sentences concern everything that the text is based on: the traits, the style and the values.
  const evidence = Object.keys(factLevels).filter((id) => /^(focus\.\w+|disc\.style|core\.first)$/.test(id))
  return [general, ...(facts.isShort ? [short] : []), use, notices(locale)].map((text) => ({
    text,
    evidence,
  }))
}

const notices = eachLocale((locale) => readDebriefModelTexts(locale).notice)
