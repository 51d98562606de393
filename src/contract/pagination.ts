import type { Pagination } from './operation.ts'

/** Which page of a list a caller asked for; pages are counted from 1. */
export type PageAsked = { page: number; limit: number }

/** How many rows a statement gives, and how many it skips first. */
export type Window = { limit: number; offset: number }

export function windowOf({ page, limit }: PageAsked): Window {
  return { limit, offset: (page - 1) * limit }
}

/** What stands beside a list; `total` is the number of rows on all pages. */
export function paginationOf({ page, limit }: PageAsked, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit), hasMore: page * limit < total }
}
