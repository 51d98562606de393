import { z } from 'zod'
import { type CursorScope, isCursorOf } from '../../contract/cursor.ts'
import { PublicId } from '../../contract/shapes.ts'
import type { ListedRow } from '../profile-index/page-store.ts'
import type { RowKey } from '../profile-index/sort.ts'
import type { ProfileOrder } from './search-store.ts'

const newestFirst: ProfileOrder = { property: 'createdAt', descending: true }

const nearestFirst: ProfileOrder = { ...newestFirst, isByNearness: true }

/**
 * The order of a list for which none was asked: of a search the nearest matches first, and otherwise newest first.
 * Earlier releases had searches newest first, too, and a walk that began there ends so.
 */
export function usualOrder(
  accountId: string,
  list: string,
  { search, after }: { search?: string | undefined; after?: string | undefined },
): ProfileOrder {
  if (!search?.trim()) return newestFirst
  const isOfEarlier = after !== undefined && isCursorOf(after, cursorScope(accountId, list, newestFirst))
  return isOfEarlier ? newestFirst : nearestFirst
}

/** The cursors of one list of profiles in one order. */
export function cursorScope(
  accountId: string,
  list: string,
  { property, descending, isByNearness }: ProfileOrder,
): CursorScope<RowKey> {
  return {
    parameter: 'after',
    list,
    order: `${isByNearness ? 'nearness ' : ''}${property} ${descending ? 'descending' : 'ascending'}`,
    accountId,
    key: z.tuple([isByNearness ? nearValue : sortValues[property], PublicId]),
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

/** The nearness of the row before the time of its creation. */
const nearValue = z
  .string()
  .refine((text) => /^[012] /.test(text) && sortValues.createdAt.safeParse(text.slice(2)).success)
