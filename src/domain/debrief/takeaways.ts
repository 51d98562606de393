import type { Locale } from '../../contract/locale.ts'
import { composeByRules } from './by-rules.ts'
import { type DebriefBasis, extractFacts } from './facts.ts'

/**
 * The headlines of a debrief by rules: what most sets the person apart, at most three sentences that address them. From
 * the results alone, so they are the same whether or not a debrief is stored, and in any language.
 */
export function takeawaysOf(basis: DebriefBasis, locale: Locale): string[] {
  return composeByRules({ facts: extractFacts(basis), locale })
    .flatMap(({ pieces }) => pieces)
    .filter(({ group }) => group === 'headline')
    .map(({ text }) => text)
}
