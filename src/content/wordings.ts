import { existsSync, readdirSync } from 'node:fs'
import type { FocusFormName } from '../contract/focus-form.ts'
import type { Locale } from '../contract/locale.ts'
import type { Family } from '../scoring/results.ts'
import { contentRoot } from './content-file.ts'
import { discForm, focusFormOf, formId } from './forms.ts'
import { type Items, readItems } from './items.ts'
import { eachLocale } from './localized.ts'
import { itemsIn } from './texts.ts'

/**
 * The wording of new sittings. A wording is all that people read and answer, in all languages: statements, labels of
 * answers, questions, values. It is raised whenever one of these texts changes in any language; former wordings stay, so
 * that a sitting ends with the words it began with.
 */
export const currentWording = 4

/** The form of DISC since this wording, newest first. A form with other statements is always another wording. */
const discFormsSince: readonly (readonly [since: number, form: string])[] = [
  [3, 'disc-24-2'],
  [1, 'disc-24-1'],
]

/** The id of the form that a person's sitting of this wording is answered on. */
export function formAt(assessment: Family, wording: number, focusForm?: FocusFormName): string {
  if (assessment === 'focus') return focusFormOf(focusForm).id
  if (assessment !== 'disc') return formId(assessment)
  return discFormsSince.find(([since]) => since <= wording)?.[1] ?? discForm.id
}

/** The wording of sittings and pages from before wordings were recorded. */
export const firstWording = 1

/** A locale's items in a wording, which is a whole number from `firstWording` to `currentWording`. */
export function itemsAt(locale: Locale, wording: number): Items {
  return formerIn(locale).find(({ last }) => wording <= last)?.items ?? itemsIn(locale)
}

/**
 * The id of the translation that a locale has in a wording, such as `de-2`: the locale, and the wording since which it
 * has these words.
 */
export function translationId(locale: Locale, wording: number, former = formerIn(locale)): string {
  const before = former.filter(({ last }) => last < wording)
  return `${locale}-${1 + (before.at(-1)?.last ?? 0)}`
}

/** Former words of a locale, which it had up to the wording `last`. */
type Former = { readonly last: number; readonly items: Items }

/** Reads `content/wordings/<last>/<locale>.json`, copies of former `items.json`, oldest first. */
export function readFormer(locale: Locale, root: URL = contentRoot): readonly Former[] {
  const folder = new URL('wordings/', root)
  const numbers = existsSync(folder) ? readdirSync(folder).map(Number) : []
  return numbers
    .sort((left, right) => left - right)
    .map((last) => ({ last, path: `wordings/${last}/${locale}.json` }))
    .filter(({ path }) => existsSync(new URL(path, root)))
    .map(({ last, path }) => ({ last, items: readItems(locale, root, path) }))
}

const formerIn = eachLocale((locale) => readFormer(locale))
