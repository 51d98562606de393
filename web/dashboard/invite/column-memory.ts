import { useCallback, useState } from 'react'
import { type ChosenField, type ChosenFields, columnKey, isNumbered, withChoice } from './column-choices.ts'
import { columnFields } from './columns.ts'

const most = 200

/** What was chosen for columns by their names, kept in this browser for each account. */
export function useColumnMemory(accountId: string) {
  const [fields, setFields] = useState(() => loadColumns(accountId))
  const remember = useCallback(
    (key: string, field: ChosenField, keysOfList: readonly (string | undefined)[]) =>
      setFields((before) => {
        const entries = Object.entries(withChoice(before, key, field, keysOfList))
        const next = Object.fromEntries(entries.slice(-most))
        try {
          localStorage.setItem(placeOf(accountId), JSON.stringify(next))
        } catch {
          // A full storage must not prevent inviting.
        }
        return next
      }),
    [accountId],
  )
  return [fields, remember] as const
}

const placeOf = (accountId: string) => ['timbre.import-columns', accountId].join('.')

/** Earlier versions kept choices by the number of a column too, which says nothing about another list. */
export function loadColumns(accountId: string): ChosenFields {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(accountId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const known = new Set<unknown>([...columnFields, 'ignore'])
    return Object.fromEntries(
      Object.entries(stored).filter(([name, field]) => known.has(field) && !isNumbered(columnKey(name))),
    ) as ChosenFields
  } catch {
    return {}
  }
}
