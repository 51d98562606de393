import { addressKeys } from '../../src/lists/address-keys.ts'
import { isOtherName, sameNameKey } from '../../src/lists/same-name.ts'
import { isTotal } from '../../src/lists/total-row.ts'
import type { ImportRow } from './import-columns.ts'
import { nameOf } from './people.ts'

/** The outcome of a row that isn't sent. */
export type Unsent = { status: 'left_out' | 'invalid'; profileId: null; message: string }

/**
 * Rows that aren't sent, and why: sums below the list, rows of which the service would refuse a whole call, and rows with one
 * address and different names, of which only the user can say whose it is.
 */
export function unsentRows(
  cells: readonly (readonly string[])[],
  rows: readonly ImportRow[],
): { unsent: (Unsent | undefined)[]; remarks: string[] } {
  const totals = cells.map(isTotal)
  const excesses = rows.map((row, place) => (totals[place] ? undefined : excessOf(row)))
  const others = otherNames(rows.map((row, place) => (totals[place] || excesses[place] ? {} : row)))
  const unsent = rows.map((_, place): Unsent | undefined => {
    if (totals[place]) return { status: 'left_out', profileId: null, message: 'A row of totals.' }
    const message = excesses[place] ?? nameQuestion(rows, [place, ...(others[place] ?? [])])
    return message === undefined ? undefined : { status: 'invalid', profileId: null, message }
  })
  const [sums, excessive, asked] = [totals, excesses, others].map((all) => all.filter(Boolean).length)
  const remarks = [
    sums && `Rows of totals that are left out: ${sums}`,
    excessive && `Rows that can't be sent, because a cell is too long or has too many tags: ${excessive}`,
    asked &&
      `Rows that wait for you, because their address has several names: ${asked}. The result says which.`,
  ]
  return { unsent, remarks: remarks.filter((one) => typeof one === 'string') }
}

/** What a row of the API takes. */
const [mostCharacters, mostTags] = [300, 20]

/** Why the service would refuse the call of this row, with all its other rows. */
function excessOf(row: ImportRow): string | undefined {
  const texts: (string | undefined)[] = Object.values(row).flat()
  if (texts.some((text) => text !== undefined && text.length > mostCharacters))
    return `A cell has more than ${mostCharacters} characters.`
  return (row.tags?.length ?? 0) > mostTags ? `The row has more than ${mostTags} tags.` : undefined
}

/** An address may stand with thousands of people, and each of their rows names no more of them. */
const mostNamed = 8

function nameQuestion(rows: readonly ImportRow[], places: readonly number[]): string | undefined {
  if (places.length < 2) return undefined
  const shown = places.slice(0, mostNamed).sort((one, other) => one - other)
  const more = places.length > mostNamed ? ' …' : ''
  const names = [...new Set(shown.map((at) => nameOf(rows[at] ?? {})))].join(', ') + more
  const numbers = shown.map((at) => at + 1).join(', ') + more
  return `Several names at one address: ${names} (rows ${numbers}). Which? Take the others out of the file.`
}

/** The rows of one name. */
type Named = { row: ImportRow; places: number[] }
type Group = { everyone: Map<string, Named>; withoutEmail: Map<string, Named> }

/** For each row, the places of those with its address and another name, of many the first ones; undefined without any. */
function otherNames(rows: readonly ImportRow[]): (number[] | undefined)[] {
  const groups = new Map<string, Group>()
  for (const [place, row] of rows.entries())
    for (const key of addressKeys(row)) {
      const group = groups.get(key) ?? { everyone: new Map(), withoutEmail: new Map() }
      groups.set(key, group)
      addTo(group.everyone, row, place)
      if (!row.email) addTo(group.withoutEmail, row, place)
    }
  return rows.map((row) => {
    const found = new Set<number>()
    const [first] = addressKeys(row)
    for (const key of addressKeys(row)) {
      const group = groups.get(key)
      // People with emails of their own may share a phone.
      const names = row.email && key !== first ? group?.withoutEmail : group?.everyone
      for (const other of names?.values() ?? []) {
        if (found.size >= mostNamed) break
        if (!isOtherName(row, other.row)) continue
        for (const place of other.places.slice(0, mostNamed)) found.add(place)
      }
    }
    return found.size > 0 ? [...found] : undefined
  })
}

function addTo(names: Map<string, Named>, row: ImportRow, place: number): void {
  const key = sameNameKey(row)
  const named = names.get(key)
  if (named) named.places.push(place)
  else names.set(key, { row, places: [place] })
}
