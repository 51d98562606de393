import type { Locale } from '../../contract/locale.ts'
import { composeByRules } from './by-rules.ts'
import { type DebriefBasis, extractFacts } from './facts.ts'
import { pieceAbout } from './pieces/piece.ts'
import { debriefTexts } from './texts.ts'

/** One of them, with the facts it is based on, and the same about the person where that is another text. */
type Takeaway = { text: string; evidence: string[]; about?: string }

/**
 * The headlines of a debrief by rules: what most sets the person apart, at most three sentences that address them. From
 * the results alone, so they are the same whether or not a debrief is stored, and in any language.
 */
export function takeawaysOf(basis: DebriefBasis, locale: Locale): string[] {
  return takeawaySentencesOf(basis, locale).map(({ text }) => text)
}

/** The same sentences for readers who are not the person. */
export function takeawaySentencesOf(basis: DebriefBasis, locale: Locale): Takeaway[] {
  const texts = debriefTexts(locale)
  return composeByRules({ facts: extractFacts(basis), locale })
    .flatMap(({ pieces }) => pieces)
    .filter(({ group }) => group === 'headline')
    .map((piece) => {
      const about = pieceAbout(piece, texts)
      return { text: piece.text, evidence: [...piece.evidence], ...(about !== undefined && { about }) }
    })
}
