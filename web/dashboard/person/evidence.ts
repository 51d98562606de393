import type { Reading } from '../../../src/charts/reading.ts'
import type { DebriefSection, DebriefSentence, Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { qualityWords } from '../words/quality-words.ts'
import { corePlaces, discLetterNames, valueNames } from '../words/result-names.ts'
import { focusReadings } from './readings.ts'
import { words } from './words.ts'

/** A fact behind a sentence: its name, its value, and its position if it is a Focus scale. */
export type EvidenceFact = { readonly label: string; readonly words: string; readonly reading?: Reading }
export type EvidenceNote = EvidenceFact & { readonly id: string; readonly number: number }

/** A section with the note numbers of each sentence, and these notes in the order of their numbers. */
export type NotedSection = Omit<DebriefSection, 'sentences'> & {
  readonly sentences: readonly (Omit<DebriefSentence, 'evidence'> & { readonly notes: readonly number[] })[]
  readonly notes: readonly EvidenceNote[]
}

/**
 * Numbers the facts in the order of the text; a repeated fact keeps its number. Facts that are missing from the
 * present results, because those have changed since, get none.
 */
export function numberNotes(
  sections: readonly DebriefSection[],
  facts: ReadonlyMap<string, EvidenceFact>,
): NotedSection[] {
  const numbers = new Map<string, EvidenceNote>()
  const noteOf = (id: string): EvidenceNote[] => {
    const fact = facts.get(id)
    if (!fact) return []
    const note = numbers.get(id) ?? { ...fact, id, number: numbers.size + 1 }
    numbers.set(id, note)
    return [note]
  }
  return sections.map((section) => {
    const read = section.sentences.map(({ evidence, ...sentence }) => ({
      sentence,
      notes: evidence.flatMap(noteOf).toSorted((one, other) => one.number - other.number),
    }))
    const own = new Map(read.flatMap(({ notes }) => notes).map((note) => [note.id, note]))
    return {
      ...section,
      sentences: read.map(({ sentence, notes }) => ({
        ...sentence,
        notes: notes.map(({ number }) => number),
      })),
      notes: [...own.values()].toSorted((one, other) => one.number - other.number),
    }
  })
}

/** Facts of a profile by the ids in sentences, which are paths in the profile's JSON. */
export function factsOf({
  focus,
  disc,
  core,
  quality,
}: Pick<Profile, 'focus' | 'disc' | 'core' | 'quality'>): Map<string, EvidenceFact> {
  const facts = new Map<string, EvidenceFact>()
  for (const { facets, ...trait } of focus ? focusReadings(focus, undefined) : []) {
    facts.set(`focus.${trait.key}`, scaleFact(trait))
    for (const facet of facets) facts.set(`focus.${trait.key}.facets.${facet.key}`, scaleFact(facet))
  }
  if (disc) {
    facts.set('disc.style', {
      label: assessmentNames.disc,
      words: fill(words.debrief.style, { style: disc.style }),
    })
    for (const letter of ['d', 'i', 's', 'c'] as const) {
      facts.set(`disc.${letter}`, {
        label: discLetterNames[letter],
        words: `${letter.toUpperCase()} ${Math.round(disc[letter])}`,
      })
    }
  }
  if (core) {
    for (const rank of corePlaces) {
      facts.set(`core.${rank}`, {
        label: valueNames[core[rank]]?.label ?? core[rank],
        words: words.debrief.ranks[rank],
      })
    }
    facts.set('core.least', { label: assessmentNames.core, words: words.debrief.least })
  }
  if (quality) {
    facts.set('quality.outcome', {
      label: words.debrief.answers,
      words: qualityWords[quality.outcome].short,
    })
  }
  return facts
}

function scaleFact(reading: Reading): EvidenceFact {
  const slots = { level: reading.levelWord, score: Math.round(reading.score) }
  return { label: reading.label, words: fill(words.debrief.scale, slots), reading }
}
