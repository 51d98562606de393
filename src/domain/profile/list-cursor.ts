import { z } from 'zod'
import type { CursorScope } from '../../contract/cursor.ts'
import { PublicId } from '../../contract/shapes.ts'
import type { ListedRow } from '../profile-index/page-store.ts'
import type { RowKey } from '../profile-index/sort.ts'
import type { ProfileOrder } from './search-store.ts'

export const newestFirst: ProfileOrder = { property: 'createdAt', descending: true }

/** The cursors of one list of profiles in one order. */
export function cursorScope(
  accountId: string,
  list: string,
  { property, descending }: ProfileOrder,
): CursorScope<RowKey> {
  return {
    parameter: 'after',
    list,
    order: `${property} ${descending ? 'descending' : 'ascending'}`,
    accountId,
    key: z.tuple([sortValues[property], PublicId]),
  }
}

export function rowKeyOf({ key, id }: ListedRow): RowKey {
  return [key, id]
}

/** What `Sort.cursor` is in each order. The database has neither a year 0 nor the character NUL. */
const sortValues = {
  createdAt: z.iso.datetime({ precision: 6 }).regex(/^[12]/),
  name: z
    .string()
    .max(1_000)
    .regex(/^[^\0]*$/),
  _id: z.literal(''),
}
