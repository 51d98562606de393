import type { Team, TeamMember } from '../client/types.ts'
import { levelWords, scaleNames, valueNames } from '../words/result-names.ts'

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
      const words = wordsOf(person)
      return words === undefined ? [] : [{ id: person.id, words }]
    })
  if (key === 'disc') return { label: 'DISC', says: saying(({ disc }) => disc?.style) }
  if (key === 'core') return { label: 'The first five values', says: [] }
  const value = valueNames[key]
  if (value) {
    return { label: value.label, says: saying(({ core }) => places[core?.indexOf(key) ?? -1]) }
  }
  return {
    label: scaleNames[key] ?? key,
    says: saying(({ focus }) => {
      const scale =
        focus?.[key] ?? Object.values(focus ?? {}).find(({ facets }) => facets?.[key])?.facets?.[key]
      return scale && `${levelWords[scale.level]}, ${Math.round(scale.score)}`
    }),
  }
}

const places = ['First value', 'Second value', 'Third value', 'Fourth value', 'Fifth value']
