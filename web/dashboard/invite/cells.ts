import { addressIn, isNothing, isNoValue } from '../../../src/lists/address-text.ts'
import { localeOf } from '../../../src/lists/language-names.ts'
import { plainNumber } from '../../../src/lists/phone-numbers.ts'
import type { ColumnField, Columns } from './columns.ts'
import { type Invitee, nameOfParts } from './invitee.ts'

/** The person in one record. */
export function inviteeFromCells(columns: Columns, cells: readonly string[]): Invitee {
  const cell = (field: ColumnField) => {
    const place = columns.indexOf(field)
    return place < 0 ? '' : plainText(cells[place] ?? '')
  }
  const value = (field: ColumnField) => (isNoValue(cell(field)) ? '' : cell(field))
  const [email, phone, locale] = [addressIn(value('email')), plainNumber(value('phone')), value('locale')]
  const [firstName, lastName] = [unquoted(cell('firstName')), unquoted(cell('lastName'))]
  const customId = cell('customId')
  const tags = tagsFromCells(columns, cells)
  return {
    ...(email && { email }),
    ...(phone && { phone }),
    ...nameOfParts(cell('name'), firstName, lastName),
    ...(locale && { locale: localeOf(locale) }),
    ...(customId && { customId }),
    ...(tags.length > 0 && { tags }),
  }
}

/** Labels of all columns of tags. A cell can have several, between semicolons or bars; commas belong to a label. */
function tagsFromCells(columns: Columns, cells: readonly string[]): readonly string[] {
  const labels = cells.flatMap((cell, place) =>
    columns[place] === 'tags' ? cell.split(/[;|]/).map(plainText) : [],
  )
  return [...new Set(labels.filter((label) => label !== ''))]
}

/** Without quotes around the whole of it. */
function unquoted(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1).trim() : text
}

/**
 * Without the apostrophe that prevents formulas in spreadsheets, which our own export adds. Empty, if the cell only says
 * that it is.
 */
function plainText(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  if (isNothing(text)) return ''
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}
