import { addressKeys } from '../../src/lists/address-keys.ts'
import { isOtherName } from '../../src/lists/same-name.ts'
import { isTotal } from '../../src/lists/total-row.ts'
import type { ImportRow } from './import-columns.ts'
import { nameOf } from './people.ts'

/** The outcome of a row that isn't sent. */
export type Unsent = { status: 'left_out' | 'invalid'; profileId: null; message: string }

/**
 * Rows that aren't sent, and why: sums below the list, and rows with one address and different names, of which only the user
 * can say whose it is.
 */
export function unsentRows(
  cells: readonly (readonly string[])[],
  rows: readonly ImportRow[],
): { unsent: (Unsent | undefined)[]; remarks: string[] } {
  const totals = cells.map(isTotal)
  const others = otherNames(rows.map((row, place) => (totals[place] ? {} : row)))
  const unsent = rows.map((row, place): Unsent | undefined => {
    if (totals[place]) return { status: 'left_out', profileId: null, message: 'A row of totals.' }
    const places = others[place]
    if (!places) return undefined
    const all = [place, ...places].sort((one, other) => one - other)
    const names = [...new Set(all.map((at) => nameOf(rows[at] ?? row)))].join(', ')
    const numbers = all.map((at) => at + 1).join(', ')
    const message = `Several names at one address: ${names} (rows ${numbers}). Which? Take the others out of the file.`
    return { status: 'invalid', profileId: null, message }
  })
  const count = (status: Unsent['status']) => unsent.filter((one) => one?.status === status).length
  const remarks = [
    count('left_out') > 0 && `Rows of totals that are left out: ${count('left_out')}`,
    count('invalid') > 0 &&
      `Rows that wait for you, because their address has several names: ${count('invalid')}. The result says which.`,
  ]
  return { unsent, remarks: remarks.filter((one) => one !== false) }
}

/** For each row, the places of those with its address and another name; undefined without any. */
function otherNames(rows: readonly ImportRow[]): (number[] | undefined)[] {
  const places = new Map<string, number[]>()
  for (const [place, row] of rows.entries())
    for (const key of addressKeys(row)) places.set(key, [...(places.get(key) ?? []), place])
  return rows.map((row, place) => {
    const found = addressKeys(row)
      .flatMap((key) => places.get(key) ?? [])
      .filter((at) => {
        const other = rows[at]
        return at !== place && other && !hasOtherEmail(row, other) && isOtherName(row, other)
      })
    return found.length > 0 ? [...new Set(found)] : undefined
  })
}

/** People with emails of their own may share a phone. */
function hasOtherEmail(one: ImportRow, other: ImportRow): boolean {
  return Boolean(one.email && other.email) && addressKeys(one)[0] !== addressKeys(other)[0]
}
