import { When } from '../ui/when.tsx'
import { changedValueText } from '../words/audit-names.ts'

/** The value of a field in the changes of an entry. */
export function ChangedValue({ field, value }: { field: string; value: unknown }) {
  return isMoment(field, value) ? <When at={value} style="moment" /> : changedValueText(field, value)
}

/** A moment as the API writes it. Apps choose their names themselves, so one may look like a moment. */
function isMoment(field: string, value: unknown): value is string {
  return (
    field !== 'appName' &&
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(value) &&
    Number.isFinite(Date.parse(value))
  )
}
