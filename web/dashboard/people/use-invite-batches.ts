import { useEffect, useRef, useState } from 'react'
import type { InviteOutcome } from '../client/types.ts'
import type { InviteBatches } from './invite-batches.ts'
import { sendInviteBatches } from './send-invites.ts'

/** Sends the planned batches and collects the results. Stops on unmount; after a failure it can continue. */
export function useInviteBatches() {
  const [plan, setPlan] = useState<InviteBatches>()
  const [results, setResults] = useState<readonly InviteOutcome[]>([])
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const leave = useRef(new AbortController())
  useEffect(() => () => leave.current.abort(), [])
  const run = async (sending: InviteBatches, before: readonly InviteOutcome[]) => {
    let sofar = before
    setRunning(true)
    setError(undefined)
    try {
      await sendInviteBatches(sending, {
        from: before.length,
        signal: leave.current.signal,
        onResults: (more) => {
          sofar = [...sofar, ...more]
          setResults(sofar)
        },
      })
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
  }
  const start = (sending: InviteBatches) => {
    setPlan(sending)
    setResults([])
    void run(sending, [])
  }
  return { plan, results, error, isRunning, start, retry: () => plan && void run(plan, results) }
}
