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
 * (such as a name) is never read as a slot.
 */
export function fill(text: string, slots: Slots): string {
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => {
    const value = slots[name]
    return typeof value === 'number' ? formatNumber(value) : (value ?? slot)
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
