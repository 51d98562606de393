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

export const focusForm = readContent<FocusKeys>('items/focus.json')
/** Every form of DISC, oldest first. Sittings and results name theirs. */
const discForms = ['disc', 'disc-2'].map((name) => readContent<DiscForm>(`items/${name}.json`))
/** The form of new sittings. */
export const discForm = discForms.at(-1) as DiscForm
export const coreDesign = readContent<CoreDesign>('items/core.json')

/** The id of the current form; its number is raised with every change. */
export function formId(assessment: Family): string {
  return { disc: discForm.id, focus: focusForm.id, core: coreDesign.id }[assessment]
}

/** The form of DISC with this id. Throws a RangeError for an id that no form has. */
export function discFormNamed(id: string): DiscForm {
  const form = discForms.find((one) => one.id === id)
  if (!form) throw new RangeError(`There is no form ${id} of DISC.`)
  return form
}

/** The ids of all forms of an assessment, oldest first. */
export function formIds(assessment: Family): readonly string[] {
  return assessment === 'disc' ? discForms.map(({ id }) => id) : [formId(assessment)]
}

/** The keys of a form's texts, the same in every language, in the order of the form. */
export const textKeys: Readonly<Record<Family, readonly string[]>> = {
  disc: discTextKeys(discForm),
  focus: focusForm.items.map(({ n }) => String(n)),
  core: coreDesign.values.map(({ key }) => key),
}

export function discTextKeys({ blocks }: DiscForm): string[] {
  return blocks.flatMap(({ statements }) => statements.map(({ key }) => key))
}
