import { useEffect, useMemo, useState } from 'react'
import { phoneFault } from '../../../src/lists/phone-numbers.ts'
import { regionName } from '../language/region-names.ts'
import type { InviteDraft } from './draft.ts'
import { likelyCountry } from './likely-country.ts'
import type { NationalReader } from './number-problem.ts'
import type { ListEntry } from './read-list.ts'
import { type PhoneCounts, settlePhones } from './settle-phones.ts'

/** Numbering plans of all countries. */
export type NumberPlans = typeof import('../../../src/lists/number-plans.ts')

export type Phones = {
  readonly entries: readonly ListEntry[]
  readonly counts: PhoneCounts
  /** Undefined until they are loaded, which is when a number needs them. */
  readonly plans: NumberPlans | undefined
  /** A country that has such numbers and is likely here, to be proposed and never assumed. */
  readonly proposed: string | undefined
  /** Whether the chosen country can't be applied yet. */
  readonly isLoading: boolean
}

/** The people of a list with their numbers as they will be sent. `account`: where it is from, for a proposal. */
export function usePhones(
  entries: readonly ListEntry[],
  { way, country }: InviteDraft,
  account: { readonly timezone?: string | undefined; readonly locale?: string | undefined } | undefined,
): Phones {
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
  const national = useMemo(
    () => (plans && country ? remembering(plans, country) : undefined),
    [plans, country],
  )
  const settled = useMemo(() => settlePhones(entries, way, national), [entries, way, national])
  const { timezone, locale } = account ?? {}
  const proposed = useMemo(
    () => (plans ? likelyCountry(entries, plans, { timezone, locale }) : undefined),
    [entries, plans, timezone, locale],
  )
  return {
    ...settled,
    plans,
    proposed,
    isLoading: needsPlans && country !== undefined && loaded === undefined,
  }
}

/** Reads each number once: reading two thousand takes longer than a key press should. */
function remembering({ readNational, nationalFault }: NumberPlans, country: string): NationalReader {
  return {
    country: regionName(country),
    read: once((text) => readNational(text, country)),
    faultOf: once((text) => nationalFault(text, country)),
  }
}

function once<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as Result
    const result = read(text)
    known.set(text, result)
    return result
  }
}
