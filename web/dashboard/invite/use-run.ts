import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import { refusalsAfter } from '../ui/refusals-after.ts'
import { loadRun, storeRun } from './draft.ts'
import { importRow } from './import-row.ts'
import { nextStep, type Run, retryFailed } from './run.ts'
import { type RunEffects, runInvites } from './runner.ts'
import { words } from './words.ts'

export type RunState = {
  readonly run: Run | undefined
  readonly isRunning: boolean
  readonly error: unknown
  start(run: Run): void
  stop(): void
  resume(): void
  retryFailed(): void
  clear(): void
}

/**
 * Sends a run. It is stored after each answer, so a reload finds it where it was; it only continues when the user
 * asks for it. `onEnd` is called when a run has finished.
 */
export function useRun(accountId: string, onEnd: (run: Run) => void): RunState {
  const [run, setRun] = useState(() => loadRun(accountId))
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const halt = useRef(new AbortController())
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => () => halt.current.abort(), [])
  const go = useCallback(
    async (from: Run) => {
      const controller = new AbortController()
      halt.current = controller
      const change = (next: Run) => {
        setRun(next)
        storeRun(accountId, next)
      }
      change(from)
      setRunning(true)
      setError(null)
      try {
        const last = await runInvites(from, createRunEffects(controller.signal, change))
        if (nextStep(last, Date.now()).kind === 'end') {
          storeRun(accountId, undefined)
          ended.current(last)
        }
      } catch (failure) {
        setError(failure)
      }
      setRunning(false)
      for (const queryKey of [['people'], ['account'], ['tags'], ['invite'], keys.campaigns]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
    [accountId],
  )
  return {
    run,
    isRunning,
    error,
    start: (next) => void go(next),
    stop: () => halt.current.abort(),
    resume: () => run && void go(run),
    retryFailed: () => run && void go(retryFailed(run, Date.now())),
    clear() {
      storeRun(accountId, undefined)
      setRun(undefined)
      setError(null)
    },
  }
}

function createRunEffects(signal: AbortSignal, onChange: RunEffects['onChange']): RunEffects {
  return {
    now: Date.now,
    onChange,
    isStopped: () => signal.aborted,
    async add(people, { tagIds, assessmentIds, focusForm }, idempotencyKey) {
      const rows = people.map(({ person }) => importRow(person))
      const body = {
        rows,
        ...(tagIds.length > 0 && { tagIds: [...tagIds] }),
        ...(assessmentIds && { assessmentIds: [...assessmentIds] }),
        ...(focusForm && { focusForm }),
      }
      return (await call('POST /profiles/import', { body, idempotencyKey })).data.results
    },
    async createCampaign(ids, { channel, key }, { campaign = { name: words.campaign.unnamed } }) {
      const profileIds = [...ids]
      try {
        const body = { ...campaign, profileIds, channel, queue: true, onlyIfInvited: true }
        const made = await call('POST /campaign', { body, idempotencyKey: `${key}-campaign` })
        return { campaignId: made.campaign.id, results: made.results }
      } catch (failure) {
        return { campaignId: undefined, results: await refusalsAfter(failure, { profileIds, channel }) }
      }
    },
    async invite(profileIds, { channel, key }, { campaignId }) {
      const body = { profileIds: [...profileIds], channel, ...(campaignId && { campaignId, queue: true }) }
      return (await call('POST /profiles/invite', { body, idempotencyKey: key })).data.results
    },
    wait: (until) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, until - Date.now()))
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}
