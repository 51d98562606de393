import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isRetryable } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { ImportOutcome } from '../client/types.ts'
import { type CheckResult, mergeAnswers } from './check-result.ts'
import { importRow } from './import-row.ts'
import type { Invitee } from './invitee.ts'
import type { ListedPerson } from './merge-duplicates.ts'
import { rowsAtOnce } from './run.ts'

export type Check = {
  readonly checked: CheckResult | undefined
  /** The current line numbers, from 1, of the person in this row of the last check. */
  linesOf(row: number): readonly number[]
  outcomeOf(listed: ListedPerson): ImportOutcome | undefined
  /** Whether the check is about the current input. */
  readonly isSettled: boolean
  readonly isChecking: boolean
  readonly done: number
  readonly error: unknown
  retry(): void
}

/** Asks the API for the outcome of each person after typing pauses. A dry run; nothing is saved. */
export function useCheck(people: readonly ListedPerson[]): Check {
  const rested = useSettledValue(people, 400)
  const checkable = useMemo(() => rested.filter(({ problem }) => problem === undefined), [rested])
  const [done, setDone] = useState(0)
  const query = useQuery({
    queryKey: ['invite', 'check', checkable.map(({ person }) => person)],
    enabled: checkable.length > 0,
    staleTime: 60_000,
    gcTime: 60_000,
    // Earlier outcomes stay on their rows until the new check arrives.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = []
      for (let at = 0; at < checkable.length; at += rowsAtOnce) {
        signal.throwIfAborted()
        setDone(at)
        answers.push(await part(checkable.slice(at, at + rowsAtOnce).map(({ person }) => person)))
      }
      return { checked: mergeAnswers(answers), checkable: checkable.map(({ person }) => person) }
    },
  })
  const answer = checkable.length > 0 ? query.data : undefined
  const known = useMemo(
    () => new Map(answer?.checkable.map((person, place) => [keyOf(person), answer.checked.outcomes[place]])),
    [answer],
  )
  return {
    checked: answer?.checked,
    linesOf(row) {
      const person = answer?.checkable[row - 1]
      return (person && people.find((one) => keyOf(one.person) === keyOf(person))?.lines) ?? []
    },
    outcomeOf: ({ person, problem }) => (problem ? undefined : known.get(keyOf(person))),
    isSettled: rested === people && (checkable.length === 0 || (query.isSuccess && !query.isPlaceholderData)),
    isChecking: checkable.length > 0 && query.isFetching,
    done,
    error: checkable.length > 0 ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/**
 * One call. Unchanged parts of a long list are served from the cache. It is never aborted, because the next check may
 * wait for the same part.
 */
function part(people: readonly Invitee[]) {
  return queryClient.fetchQuery({
    queryKey: ['invite', 'part', people],
    staleTime: 60_000,
    gcTime: 60_000,
    retry: (failures, error) => failures < 2 && isRetryable(error),
    queryFn: async () => {
      const body = { rows: people.map(importRow), dryRun: true }
      return (await call('POST /profiles/import', { body, idempotencyKey: null })).data
    },
  })
}

function keyOf(person: Invitee): string {
  return JSON.stringify(importRow(person))
}

/** The value after it has not changed for this many milliseconds. */
function useSettledValue<Value>(value: Value, milliseconds: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}
