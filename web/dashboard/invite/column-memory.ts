import { useCallback, useState } from 'react'
import { type ChosenFields, columnKey } from './column-choices.ts'
import { type ColumnField, columnFields } from './columns.ts'

const most = 200

/** What was chosen for columns, kept in this browser for each account. */
export function useColumnMemory(accountId: string) {
  const [fields, setFields] = useState(() => load(accountId))
  const choose = useCallback(
    (name: string, field: ColumnField | 'ignore') =>
      setFields((before) => {
        const { [columnKey(name)]: _, ...others } = before
        // The latest last, so that the oldest are forgotten first.
        const next = Object.fromEntries([...Object.entries(others), [columnKey(name), field]].slice(-most))
        try {
          localStorage.setItem(placeOf(accountId), JSON.stringify(next))
        } catch {
          // A full storage must not prevent inviting.
        }
        return next
      }),
    [accountId],
  )
  return [fields, choose] as const
}

const placeOf = (accountId: string) => ['timbre.import-columns', accountId].join('.')

function load(accountId: string): ChosenFields {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(accountId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const known = new Set<unknown>([...columnFields, 'ignore'])
    return Object.fromEntries(Object.entries(stored).filter(([, field]) => known.has(field))) as ChosenFields
  } catch {
    return {}
  }
}
