import { formatNumber } from './formats.ts'
import { languageTag } from './language.ts'

export type Slots = Readonly<Record<string, string | number>>

/**
 * The forms of a text for different numbers, by the plural categories of Unicode (CLDR). `{n}` is the number. Languages
 * without a singular only have `other`.
 */
export type Forms = { readonly one?: string; readonly other: string }

/**
 * Fills the `{slots}` of a text; numbers are written as the language does. It passes over the text once, so that a value
 * (such as a name) is never read as a slot. A value that ends in a full stop, such as the date “25. Nov.”, ends the sentence
 * as well.
 */
export function fill(text: string, slots: Slots): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = slots[name]
    if (value === undefined) return whole
    if (typeof value === 'number') return formatNumber(value) + stop
    return value.endsWith('.') ? value : value + stop
  })
}

/** The form for a number, filled. */
export function count(forms: Forms, n: number, slots: Slots = {}): string {
  return fill(formFor(forms, n), { n, ...slots })
}

/** The form for a number with its slots, for `Sentence`. */
export function formFor(forms: Forms, n: number): string {
  const category = plurals.select(n)
  return (category === 'one' ? forms.one : undefined) ?? forms.other
}

const plurals = new Intl.PluralRules(languageTag)
