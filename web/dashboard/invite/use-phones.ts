import { useEffect, useMemo, useState } from 'react'
import { phoneFault } from '../../../src/lists/phone-numbers.ts'
import type { InviteDraft } from './draft.ts'
import type { ListEntry } from './read-list.ts'
import { type PhoneCounts, settlePhones } from './settle-phones.ts'

/** Numbering plans of all countries. */
export type NumberPlans = typeof import('../../../src/lists/number-plans.ts')

export type Phones = {
  readonly entries: readonly ListEntry[]
  readonly counts: PhoneCounts
  /** Undefined until they are loaded, which is when a number needs them. */
  readonly plans: NumberPlans | undefined
  /** Whether the chosen country can't be applied yet. */
  readonly isLoading: boolean
}

/** The people of a list with their numbers as they will be sent. */
export function usePhones(entries: readonly ListEntry[], { way, country }: InviteDraft): Phones {
  const [loaded, setLoaded] = useState<NumberPlans | 'failed'>()
  const plans = loaded === 'failed' ? undefined : loaded
  const needsPlans = useMemo(
    () => entries.some(({ person: { phone } }) => phone !== undefined && phoneFault(phone) === 'country'),
    [entries],
  )
  useEffect(() => {
    if (!needsPlans) return
    // Without them the numbers are left out, as those that no one chose a country for.
    import('../../../src/lists/number-plans.ts').then(setLoaded, () => setLoaded('failed'))
  }, [needsPlans])
  const readNational = useMemo(
    () => (plans && country ? remembering(plans, country) : undefined),
    [plans, country],
  )
  const settled = useMemo(() => settlePhones(entries, way, readNational), [entries, way, readNational])
  return { ...settled, plans, isLoading: needsPlans && country !== undefined && loaded === undefined }
}

/** Reads each number once: reading two thousand takes longer than a key press should. */
function remembering({ readNational }: NumberPlans, country: string) {
  const known = new Map<string, string | undefined>()
  return (text: string) => {
    if (!known.has(text)) known.set(text, readNational(text, country))
    return known.get(text)
  }
}
