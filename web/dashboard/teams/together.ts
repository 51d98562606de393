import type { Team, TeamMember } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { corePlaces, levelWords, scaleNames, valueNames } from '../words/result-names.ts'
import { words } from './words.ts'

const { firstValues, places, levelAndScore } = words.together

/** A fact behind a sentence, with its value for each person who has one. */
export type TogetherNote = {
  readonly key: string
  readonly number: number
  readonly label: string
  readonly says: readonly { readonly id: string; readonly words: string }[]
}

/** Tips for working together: sentences with their facts, numbered in the order of the text. */
export function numberTogetherNotes({ together, people }: Pick<Team, 'together' | 'people'>): readonly {
  readonly text: string
  readonly notes: readonly TogetherNote[]
}[] {
  const numbers = new Map<string, TogetherNote>()
  return together.map(({ text, rests }) => ({
    text,
    notes: rests.map((key) => {
      const note = numbers.get(key) ?? { ...factOf(key, people), key, number: numbers.size + 1 }
      numbers.set(key, note)
      return note
    }),
  }))
}

function factOf(key: string, people: readonly TeamMember[]): Pick<TogetherNote, 'label' | 'says'> {
  const saying = (wordsOf: (one: TeamMember) => string | undefined) =>
    people.flatMap((person) => {
      const said = wordsOf(person)
      return said === undefined ? [] : [{ id: person.id, words: said }]
    })
  if (key === 'disc') return { label: assessmentNames.disc, says: saying(({ disc }) => disc?.style) }
  if (key === 'core') return { label: firstValues, says: [] }
  const value = valueNames[key]
  if (value) {
    const says = saying(({ core }) => {
      const place = corePlaces[core?.indexOf(key) ?? -1]
      return place && places[place]
    })
    return { label: value.label, says }
  }
  return {
    label: scaleNames[key] ?? key,
    says: saying(({ focus }) => {
      const scale =
        focus?.[key] ?? Object.values(focus ?? {}).find(({ facets }) => facets?.[key])?.facets?.[key]
      return scale && fill(levelAndScore, { level: levelWords[scale.level], score: Math.round(scale.score) })
    }),
  }
}
