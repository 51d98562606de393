import english from '../../../content/locales/en/dashboard/auditNames.json'
import { areaWords } from '../language/area-words.ts'
import { formatList, formatNumber } from '../language/formats.ts'
import { humanizeName } from './name-in-words.ts'

type Names = Readonly<Record<string, string>>
type Values = Readonly<Record<'yes' | 'no', string>> & Readonly<Record<ListName, Names>>
/** Lists of values that have words. */
type ListName = 'assessments' | 'channels' | 'frequencies' | 'resourceTypes' | 'roles'

const words: { readonly actions: Names; readonly fields: Names; readonly values: Values } = areaWords(
  'auditNames',
  english,
)

/** The name of an action of the audit log; one that has none yet is its API name as words. */
export function actionName(action: string): string {
  return words.actions[action] ?? humanizeName(action)
}

/** The name of a field in the changes of an entry, likewise. */
export function changedFieldName(field: string): string {
  return words.fields[field] ?? humanizeName(field)
}

/** The values of a field in the changes of an entry that are words; other codes stay as they are. */
const listOf: Readonly<Record<string, ListName>> = {
  assessment: 'assessments',
  assessmentIds: 'assessments',
  assessments: 'assessments',
  channel: 'channels',
  completed: 'frequencies',
  defaultAssessmentIds: 'assessments',
  erasureRequested: 'frequencies',
  inviteFailed: 'frequencies',
  from: 'roles',
  joinRole: 'roles',
  resourceType: 'resourceTypes',
  role: 'roles',
  to: 'roles',
}

/** The value of a field in the changes of an entry. Names of fields in it are words, too. */
export function changedValueText(field: string, value: unknown): string {
  const text = plainText(field, value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

function plainText(field: string, value: unknown): string {
  if (Array.isArray(value)) return formatList(value.map((one) => plainText(field, one))) || '–'
  if (typeof value === 'boolean') return value ? words.values.yes : words.values.no
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return wordOf(field, value)
  return isObject(value) ? partsText(value) : '–'
}

function wordOf(field: string, value: string): string {
  if (field === 'fields') return changedFieldName(value)
  const list = listOf[field]
  return (list && words.values[list][value]) ?? value
}

/** A value with parts. Of many ids there is their number. */
function partsText(value: Readonly<Record<string, unknown>>): string {
  if (typeof value.count === 'number') return formatNumber(value.count)
  return formatList(
    Object.entries(value).map(([name, part]) => `${changedFieldName(name)} ${plainText(name, part)}`),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
