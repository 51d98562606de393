import type { FocusFormName } from '../contract/focus-form.ts'
import type { CoreDesign } from '../scoring/core-screens.ts'
import type { FocusKeys } from '../scoring/focus.ts'
import type { Family, Letter } from '../scoring/results.ts'
import { readContent } from './content-file.ts'

/** A statement's place in the bank. Its text is in each locale's items, under the same key. */
export type DiscStatement = {
  readonly key: string
  readonly letter: Letter
  readonly theme: string
  /** On the scale of the form's ratings; the form's note says which, and whose they are. */
  readonly desirability: number
}

/** Four statements, one for each letter, in the order shown. */
export type DiscBlock = { readonly key: string; readonly statements: readonly DiscStatement[] }

export type DiscForm = {
  readonly id: string
  readonly note: string
  /** Six sub-themes per letter. */
  readonly themes: Readonly<Record<Letter, readonly string[]>>
  /** Keys of the four blocks whose statements are all slightly less flattering. */
  readonly unflattering: readonly string[]
  readonly blocks: readonly DiscBlock[]
}

/** The full form of Focus. */
export const focusForm = readContent<FocusKeys>('items/focus.json')
/** The current form of each length. A person has one of them, for all attempts. */
const focusForms: Readonly<Record<FocusFormName, FocusKeys>> = {
  'focus-120': focusForm,
  'focus-60': readContent<FocusKeys>('items/focus-60.json'),
}
/** Every form of DISC, oldest first. Sittings and results name theirs. */
const discForms = ['disc', 'disc-2'].map((name) => readContent<DiscForm>(`items/${name}.json`))
/** The form of new sittings. */
export const discForm = discForms.at(-1) as DiscForm
export const coreDesign = readContent<CoreDesign>('items/core.json')

/** The id of the current form, the full one of Focus; its number is raised with every change. */
export function formId(assessment: Family): string {
  return { disc: discForm.id, focus: focusForm.id, core: coreDesign.id }[assessment]
}

/** The current form of Focus of this length. */
export function focusFormOf(name: FocusFormName | undefined): FocusKeys {
  return focusForms[name ?? 'focus-120']
}

/** The form of Focus with this id. Throws a RangeError for an id that no form has. */
export function focusFormNamed(id: string): FocusKeys {
  const form = Object.values(focusForms).find((one) => one.id === id)
  if (!form) throw new RangeError(`There is no form ${id} of Focus.`)
  return form
}

/** The length of a form of Focus by its id; the full one for an id that no form has. */
export function focusFormName(id: string): FocusFormName {
  return focusForms['focus-60'].id === id ? 'focus-60' : 'focus-120'
}

/** The form of DISC with this id. Throws a RangeError for an id that no form has. */
export function discFormNamed(id: string): DiscForm {
  const form = discForms.find((one) => one.id === id)
  if (!form) throw new RangeError(`There is no form ${id} of DISC.`)
  return form
}

/** The ids of all forms of an assessment, oldest first. */
export function formIds(assessment: Family): readonly string[] {
  if (assessment === 'disc') return discForms.map(({ id }) => id)
  // The full form is what is meant where none is named, so it comes last, as the current one of DISC.
  if (assessment === 'focus') return [focusForms['focus-60'].id, focusForm.id]
  return [formId(assessment)]
}

/** The keys of a form's texts, the same in every language, in the order of the form. */
export const textKeys: Readonly<Record<Family, readonly string[]>> = {
  disc: discTextKeys(discForm),
  focus: focusForm.items.map(({ n }) => String(n)),
  core: coreDesign.values.map(({ key }) => key),
}

/** The key of each statement's text, in the order of the form. */
export function focusTextKeys({ items }: FocusKeys): string[] {
  return items.map(({ n, statement }) => String(statement ?? n))
}

export function discTextKeys({ blocks }: DiscForm): string[] {
  return blocks.flatMap(({ statements }) => statements.map(({ key }) => key))
}
