import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call, type Request } from '../client/call.ts'
import { words } from './campaign-email-words.ts'
import { useDebounced } from './use-debounced.ts'

export type PreviewBody = NonNullable<Request<'POST /campaigns/preview'>['body']>

/** The email with these words, a moment after they were typed. While they are refused, the last one that was not. */
export function useEmailPreview(body: PreviewBody) {
  const late = useDebounced(JSON.stringify(body))
  const { data, error, refetch } = useQuery({
    queryKey: ['campaignPreview', late],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      const asked = { body: JSON.parse(late) as PreviewBody, idempotencyKey: null, signal }
      return (await call('POST /campaigns/preview', asked)).preview
    },
  })
  const last = useRef(data)
  if (data) last.current = data
  return { email: data ?? last.current, error, refetch: () => void refetch() }
}

/** What is wrong with this field. The service names the fields of the API, which nobody sees here. */
export function refusalOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError) || error.param !== field) return undefined
  const { message } = error
  if (field === 'note' && message.includes('addresses')) return problems.links
  if (field === 'note' && message.includes('lines')) return problems.lines
  if (field === 'deadline') return problems.past
  return problems.other
}

const { problems } = words
