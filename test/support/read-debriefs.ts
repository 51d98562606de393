import { honestSheet, simulatedBasis } from '../../scripts/simulation/debrief-basis.ts'
import { composeByRules } from '../../src/domain/debrief/by-rules.ts'
import { extractFacts } from '../../src/domain/debrief/facts.ts'
import { findingsIn } from '../../src/domain/debrief/findings/all.ts'
import type { Piece } from '../../src/domain/debrief/pieces/piece.ts'
import { debriefTexts } from '../../src/domain/debrief/texts.ts'

const { about, ...english } = debriefTexts('en')
const places = new Map(textsIn(english).map(([place, text]) => [text, place]))

/** Where the English text of a sentence stands, such as `facets.trust.high.say`. */
export function placeOf({ text }: Piece): string {
  return places.get(text) ?? ''
}

/** English debriefs of 120 simulated people, with what they are written from. */
export function readDebriefs() {
  return Array.from({ length: 120 }, (_, at) => {
    const facts = extractFacts(simulatedBasis(honestSheet(5000 + at), `p${at}`))
    const sections = composeByRules({ facts, locale: 'en' })
    return { facts, findings: findingsIn(facts), sections, pieces: sections.flatMap(({ pieces }) => pieces) }
  })
}

function textsIn(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  return Object.entries(value as object).flatMap(([name, part]) =>
    textsIn(part, place === '' ? name : `${place}.${name}`),
  )
}
