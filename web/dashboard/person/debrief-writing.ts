import { useMutation, useMutationState } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { Debrief } from '../client/types.ts'
import type { LanguageCode } from '../words/languages.ts'
import { debriefQuery, heldQuery } from './queries.ts'

type Order = { readonly regenerate: boolean; readonly key: string; readonly startedAt: number }

/** A debrief that is being generated: since when, or why it failed. */
export type Writing = {
  readonly startedAt: number | undefined
  readonly error: unknown
  write: (options?: { regenerate?: boolean }) => void
}

/**
 * Generates a debrief. It continues when the user leaves the page. After a reload, the same request, stored for the
 * tab, is sent again; its idempotency key makes it the same one to the service.
 */
export function useWriting(profileId: string, locale: LanguageCode): Writing {
  const mutationKey = ['debrief', profileId, locale]
  const storageKey = `timbre.debrief.${profileId}.${locale}`
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ regenerate, key }: Order): Promise<Debrief> => {
      const body = { locale, regenerate }
      const request = { path: { profileId }, body, idempotencyKey: key }
      return (await call('POST /playbook/ai/debrief/{profileId}', request)).data
    },
    onSuccess(debrief) {
      queryClient.setQueryData(debriefQuery(profileId, locale).queryKey, debrief)
      return queryClient.invalidateQueries(heldQuery(profileId))
    },
    onSettled: () => sessionStorage.removeItem(storageKey),
  })
  const latest = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => ({
      isPending: state.status === 'pending',
      error: state.error,
      startedAt: (state.variables as Order | undefined)?.startedAt,
    }),
  }).at(-1)
  const isPending = latest?.isPending ?? false
  useEffect(() => {
    const order = remembered(storageKey)
    if (order && !isPending) mutate(order)
  }, [storageKey, mutate, isPending])
  return {
    startedAt: isPending ? latest?.startedAt : undefined,
    error: isPending ? null : (latest?.error ?? null),
    write({ regenerate = false } = {}) {
      const order = { regenerate, key: crypto.randomUUID(), startedAt: Date.now() }
      sessionStorage.setItem(storageKey, JSON.stringify(order))
      mutate(order)
    },
  }
}

/** A request that a reload interrupted. After two minutes its text is stored, or it has failed. */
function remembered(storageKey: string): Order | undefined {
  const text = sessionStorage.getItem(storageKey)
  if (!text) return undefined
  const order: Order = JSON.parse(text)
  if (Date.now() - order.startedAt < 120_000) return order
  sessionStorage.removeItem(storageKey)
  return undefined
}
