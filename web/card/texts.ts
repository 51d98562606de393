import type { Level } from '../../src/charts/reading.ts'
import type { CoreKey, TraitKey } from './summary.ts'

type CardWords = typeof import('../../content/locales/en/card.json')

/** All texts of the card in one language: its own sentences, and the names of scales. */
export type CardTexts = CardWords & {
  /** A BCP 47 tag. */
  languageTag: string
  levels: Readonly<Record<Level, string>>
  traits: Readonly<Record<TraitKey, string>>
  letters: Readonly<Record<'d' | 'i' | 's' | 'c', string>>
  values: Readonly<Record<CoreKey, { label: string; bullet: string }>>
}

/** Texts for the host's language (BCP 47): of the whole tag, else of its language, else English. */
export function textsFor(language: string | undefined, all: readonly CardTexts[]): CardTexts {
  const requested = (language ?? 'en').toLowerCase()
  const primary = (tag: string) => tag.toLowerCase().split('-')[0]
  const found =
    all.find(({ languageTag }) => languageTag.toLowerCase() === requested) ??
    all.find(({ languageTag }) => primary(languageTag) === primary(requested)) ??
    all.find(({ languageTag }) => languageTag === 'en')
  if (!found) throw new Error('The card was built without English texts.')
  return found
}

/** Replaces `{name}` with `slots.name`. A value that ends in a full stop ends the sentence as well. */
export function fillCardText(template: string, slots: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = slots[name]
    if (value === undefined) return whole
    return value.endsWith('.') ? value : value + stop
  })
}
