import { type ImpactGroup, inputLimits, usualShare } from '../../impact/impact.ts'
import type { ImpactField, ImpactProblem, ImpactRow, ImpactView } from '../views/impact-view.ts'

/** The calculator's form: values as typed, and the parsed input. */
export type ParsedImpactForm = Pick<ImpactView, 'rows' | 'share' | 'problem'> & {
  /** Missing if something is invalid, or if only more rows were requested. */
  readonly input?: { readonly groups: readonly ImpactGroup[]; readonly smallestShare: number }
}

/** Maximum length of a group's name. */
export const maxCharacters = 60

const initialRows = 4
const maxShare = 50

export function emptyImpactForm(): ParsedImpactForm {
  return { rows: rowsOf(new URLSearchParams(), initialRows), share: { value: String(usualShare) } }
}

/**
 * Parses the form and reports all errors together. Empty rows are ignored; a group without a name gets the one that
 * `nameOf` returns for its position. A request for more rows isn't validated.
 */
export function parseImpactForm(form: URLSearchParams, nameOf: (place: number) => string): ParsedImpactForm {
  const rowCount = Math.min(
    inputLimits.groups,
    Math.max(initialRows, Math.trunc(Number(form.get('rows'))) || 0),
  )
  const share = { value: readField(form, 'share') }
  if (form.has('more')) {
    const more = Math.min(inputLimits.groups, rowCount + initialRows)
    return { rows: rowsOf(form, more).map((row) => ({ ...row, problems: {} })), share }
  }
  const rows = rowsOf(form, rowCount)
  const smallestShare = percentOf(share.value)
  const isWrong = smallestShare === undefined || rows.some((row) => Object.keys(row.problems).length > 0)
  if (isWrong) return { rows, share: { ...share, ...(smallestShare === undefined && { problem: 'share' }) } }
  const groups = rows.flatMap((row, at) => groupOf(row, nameOf(at + 1)))
  if (groups.filter(({ total }) => total > 0).length < 2) return { rows, share, problem: 'few' }
  return { rows, share, input: { groups, smallestShare } }
}

function rowsOf(form: URLSearchParams, count: number): ImpactRow[] {
  return Array.from({ length: count }, (_, at) => {
    const value = (field: ImpactField) => readField(form, `${field}-${at + 1}`)
    const values = { name: value('name'), selected: value('selected'), total: value('total') }
    return { values, problems: problemsOf(values) }
  })
}

function problemsOf(values: ImpactRow['values']): ImpactRow['problems'] {
  if (isEmpty(values)) return {}
  const fieldProblems = {
    name: [...values.name].length > maxCharacters ? ('tooLong' as const) : undefined,
    selected: countProblem(values.selected),
    total: countProblem(values.total),
  }
  const isMore =
    !fieldProblems.selected &&
    !fieldProblems.total &&
    Number(countOf(values.selected)) > Number(countOf(values.total))
  const problems = { ...fieldProblems, selected: isMore ? ('moreThanAll' as const) : fieldProblems.selected }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function countProblem(text: string): ImpactProblem | undefined {
  const count = countOf(text)
  if (count === undefined) return 'number'
  return count > inputLimits.people ? 'tooMany' : undefined
}

function groupOf({ values }: ImpactRow, name: string): ImpactGroup[] {
  if (isEmpty(values)) return []
  const { selected, total } = values
  return [{ name: values.name || name, selected: countOf(selected) ?? 0, total: countOf(total) ?? 0 }]
}

function isEmpty({ name, selected, total }: ImpactRow['values']): boolean {
  return name === '' && selected === '' && total === ''
}

/** Digits of any width, with optional spaces between thousands. Points and commas are ambiguous between locales. */
function countOf(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, '')
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined
}

function percentOf(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(',', '.').replace(/\s*%$/, '')
  const percent = /^\d{1,3}(\.\d{1,6})?$/.test(plain) ? Number(plain) : Number.NaN
  return percent <= maxShare ? percent : undefined
}

/** Removes invisible characters, and cuts far beyond the allowed length so that the page stays small. */
function readField(form: URLSearchParams, field: string): string {
  const text = (form.get(field) ?? '').replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return [...text.trim()].slice(0, 200).join('')
}
