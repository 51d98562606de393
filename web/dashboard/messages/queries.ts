import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { namesOrNone, readNames } from '../ui/person-names.ts'
import { messagesRequest } from './request.ts'
import type { MessagesSearch } from './search.ts'

/** People whose messages are searched. */
export const mostMatches = 25

/** A page of messages with the names of their people, and how many people the search for a person has found. */
export const messagesQuery = (search: MessagesSearch) =>
  queryOptions({
    queryKey: ['messages', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = search.person === undefined ? undefined : await findPeople(search.person, signal)
      const query = messagesRequest(search, found?.ids)
      if (found?.ids.length === 0)
        return { messages: [], hasMore: false, failed: [], names: noNames, found, query }
      const page = await call('GET /messages', { query, signal })
      // Together, because rows would move if names came later.
      const names = await namesOrNone(
        readNames(
          page.messages.flatMap(({ profileId }) => profileId ?? []),
          signal,
        ),
      )
      return { ...page, names, found, query }
    },
  })

const noNames: ReadonlyMap<string, string> = new Map()

/** The search of the list of people, so that both find the same. */
async function findPeople(search: string, signal: AbortSignal) {
  const query = { search, sortProp: 'name', limit: mostMatches, state: 'all' } as const
  const { profiles, pagination } = await call('GET /profiles', { query, signal })
  return { ids: profiles.map(({ id }) => id), total: pagination.total }
}

export const messageQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['messages', 'one', messageId],
    queryFn: async ({ signal }) =>
      (await call('GET /message/{messageId}', { path: { messageId }, signal })).message,
  })
