import type { Finding, Subject } from '../findings/finding.ts'
import { chosenBonus, home, type Piece, type Voice, variant } from './piece.ts'

type FacetSubject = Extract<Subject, { kind: 'facet' }>

/**
 * A facet said in the section of its trait, what it turns into under pressure, a tip and a question. A facet that
 * is told together with another one already is said alone only where there is room.
 */
export function facetPieces(finding: Finding, subject: FacetSubject, voice: Voice): Piece[] {
  const texts = voice.texts.facets[subject.facet]?.[subject.side]
  if (!texts) throw new Error(`no texts for the facet ${subject.facet}, ${subject.side}`)
  const { evidence, holds, salience, sure } = finding
  const isChosen = voice.chosen.includes(finding)
  const isTold = voice.chosen.some((one) => one !== finding && one.facets.includes(subject.facet))
  const near = salience + (isChosen || isTold ? chosenBonus : 0)
  const common = { evidence, holds }
  const tip = texts.do ? { tip: 'do' as const, text: texts.do } : { tip: 'avoid' as const, text: texts.avoid }
  const section = home[subject.trait]
  return [
    {
      ...common,
      section,
      rank: 3,
      group: 'facet',
      text: variant(finding, texts.say, voice),
      sure,
      weight: isTold ? salience / 2 : salience + (isChosen ? chosenBonus : 0),
    },
    // What is said of stability stands under pressure already; the other traits have their strain there.
    {
      ...common,
      section: 'pressure',
      rank: 4,
      group: 'strain',
      text: texts.strain,
      weight: section === 'pressure' ? salience / 2 : near - 1,
    },
    ...(tip.text
      ? [{ ...common, section: 'together', rank: 1, group: 'tip', weight: near - 2, ...tip } as Piece]
      : []),
    { ...common, section: 'questions', rank: 1, group: 'ask', text: texts.ask, weight: near - 3 },
  ]
}
