import { z } from 'zod'
import type { PageInfo as PaginationFields } from './operation.ts'

/** Where a page stands in its list, as every list answers it. */
export const Pagination = z
  .strictObject({
    page: z
      .int()
      .min(1)
      .meta({ description: 'The page of this answer, counted from 1.', examples: [1] }),
    limit: z
      .int()
      .min(1)
      .max(100)
      .meta({ description: 'Entries on a page, at most.', examples: [20] }),
    total: z
      .int()
      .min(0)
      .meta({ description: 'Entries on all pages.', examples: [35] }),
    totalPages: z
      .int()
      .min(0)
      .meta({ description: 'Pages there are; 0 when there is nothing.', examples: [2] }),
    hasMore: z.boolean().meta({ description: 'Whether a further page follows.', examples: [true] }),
  })
  .meta({ id: 'Pagination', description: 'Where this page stands in its list.' })

/** The same, beside the entries of a list that a tool answers. */
export const pageFields = Pagination.omit({ totalPages: true }).shape

/** Which page of a list a caller asked for; pages are counted from 1. */
export type PageRequest = { page: number; limit: number }

/** How many rows a statement gives, and how many it skips first. */
export type RowRange = { limit: number; offset: number }

export function rowRangeOf({ page, limit }: PageRequest): RowRange {
  return { limit, offset: (page - 1) * limit }
}

/** What stands beside a list; `total` is the number of rows on all pages. */
export function paginationOf({ page, limit }: PageRequest, total: number): PaginationFields {
  return { page, limit, total, totalPages: Math.ceil(total / limit), hasMore: page * limit < total }
}
