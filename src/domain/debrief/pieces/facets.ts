import { isAgainstStyle } from '../findings/at-odds.ts'
import type { Finding, Subject } from '../findings/finding.ts'
import { chosenBonus, home, leadingOf, type Piece, type Voice, variant } from './piece.ts'

type FacetSubject = Extract<Subject, { kind: 'facet' }>

/** A facet said in the section of its trait, what it turns into under pressure, a tip and a question. */
export function facetPieces(
  finding: Finding,
  subject: FacetSubject,
  voice: Voice,
  all: readonly Finding[],
): Piece[] {
  const texts = voice.texts.facets[subject.facet]?.[subject.side]
  if (!texts) throw new Error(`no texts for the facet ${subject.facet}, ${subject.side}`)
  const { evidence, holds, salience, sure } = finding
  const isTold = isToldWithAnother(subject.facet, voice, all)
  const isOpen = voice.chosen.includes(finding)
  const near = salience + (isOpen || isTold ? chosenBonus : 0)
  const common = { evidence, holds, about: subject.trait }
  const isStability = subject.trait === 'stability'
  const tip: Piece[] = (['do', 'avoid'] as const).flatMap((kind) => {
    const text = texts[kind]
    return text
      ? [{ ...common, section: 'together', rank: 1, group: kind, tip: kind, text, weight: near - 2 }]
      : []
  })
  const say: Piece = {
    ...common,
    section: leadingOf(voice, all) === finding ? 'overview' : home[subject.trait],
    rank: 3,
    group: 'facet',
    text: variant(finding, texts.say, voice),
    sure,
    weight: isOpen ? salience + chosenBonus : salience,
  }
  return [
    // Said once: a facet that a relation tells, or that seems to deny the style, only fills up.
    isTold || (isAgainstStyle(finding, all) && !isFar(finding)) ? { ...say, weight: fillsUp } : say,
    // What is said of stability stands under pressure already; the other traits have their strain there.
    {
      ...common,
      section: 'pressure',
      rank: 4,
      group: 'strain',
      text: texts.strain,
      weight: isStability ? fillsUp : near - 1,
    },
    ...tip,
    { ...common, section: 'questions', rank: 1, group: 'ask', text: texts.ask, weight: near - 3 },
  ]
}

const fillsUp = 2

function isFar({ salience }: Finding): boolean {
  return salience >= 15
}

function isToldWithAnother(facet: string, voice: Voice, all: readonly Finding[]): boolean {
  const relations = [leadingOf(voice, all), ...voice.chosen]
  return relations.some(
    (one) => one !== undefined && one.subject.kind !== 'facet' && one.facets.includes(facet),
  )
}
