import english from '../../../content/locales/en/dashboard/auditNames.json'
import { areaWords } from '../language/area-words.ts'
import { humanizeName } from './name-in-words.ts'

type Names = Readonly<Record<string, string>>

const words: { readonly actions: Names; readonly fields: Names } = areaWords('auditNames', english)

/** The name of an action of the audit log; one that has none yet is its API name as words. */
export function actionName(action: string): string {
  return words.actions[action] ?? humanizeName(action)
}

/** The name of a field in the changes of an entry, likewise. */
export function changedFieldName(field: string): string {
  return words.fields[field] ?? humanizeName(field)
}
