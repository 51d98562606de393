import { z } from 'zod'
import type { PageInfo as PaginationFields } from './operation.ts'

/** The position of a page in its list, as every list returns it. */
export const Pagination = z
  .strictObject({
    page: z
      .int()
      .min(1)
      .meta({
        description: 'Page number of this response, starting at 1. With a cursor, counted along its links.',
        examples: [1],
      }),
    limit: z
      .int()
      .min(1)
      .max(100)
      .meta({ description: 'Maximum number of entries per page.', examples: [20] }),
    total: z
      .int()
      .min(0)
      .meta({ description: 'Number of entries on all pages.', examples: [35] }),
    totalPages: z
      .int()
      .min(0)
      .meta({ description: 'Number of pages; 0 if there are no entries.', examples: [2] }),
    hasMore: z
      .boolean()
      .meta({ description: 'Whether there is another page after this one.', examples: [true] }),
  })
  .meta({ id: 'Pagination', description: 'Position of this page in the list.' })

/** The same for tools, next to the entries of the list. */
export const pageFields = {
  ...Pagination.omit({ totalPages: true }).shape,
  after: z
    .string()
    .optional()
    .meta({
      description: 'Cursor of the next page: send it as `after`, without `page`. Absent on the last page.',
      examples: ['WzEsImxpc3RfdGFncyJd'],
    }),
}

/** The requested page of a list; pages are counted from 1. */
export type PageRequest = { page: number; limit: number }

/** How many rows a statement returns, and how many it skips. */
export type RowRange = { limit: number; offset: number }

export function rowRangeOf({ page, limit }: PageRequest): RowRange {
  return { limit, offset: (page - 1) * limit }
}

/** The pagination of a response. `total`: rows on all pages. */
export function paginationOf({ page, limit }: PageRequest, total: number): PaginationFields {
  return { page, limit, total, totalPages: Math.ceil(total / limit), hasMore: page * limit < total }
}
