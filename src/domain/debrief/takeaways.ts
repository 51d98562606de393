import type { Locale } from '../../contract/locale.ts'
import { composeByRules } from './by-rules.ts'
import { type DebriefBasis, extractFacts } from './facts.ts'
import type { Above } from './plan.ts'
import { debriefTexts } from './texts.ts'

/** One of them, with the facts it is based on, and the same about the person where that is another text. */
export type Takeaway = { text: string; evidence: string[]; about?: string }

/**
 * What most sets the person apart, at most three sentences that address them: the headlines of a debrief by rules, but
 * for what the headline above says. From the results alone, so they are the same whether or not a debrief is stored, and
 * in any language.
 */
export function takeawaysBelow(above: Above, basis: DebriefBasis, locale: Locale): Takeaway[] {
  const texts = debriefTexts(locale)
  return composeByRules({ facts: extractFacts(basis), locale, above })
    .flatMap(({ pieces }) => pieces)
    .filter(({ group }) => group === 'headline')
    .map(({ text, evidence }) => {
      const about = texts.about.get(text)
      return { text, evidence: [...evidence], ...(about !== undefined && { about }) }
    })
}
