import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/refusal.ts'
import type { Profile } from '../api/types.ts'
import { queryClient } from '../app/queries.ts'
import { keys } from '../app/query-keys.ts'
import { nameOf } from '../ui/person-name.ts'
import { showToast } from '../ui/toasts.tsx'
import { outcomeWords } from './outcomes.ts'

/** Sends one more link to somebody whose link has ended, and says what became of it (67). */
export function useAgain() {
  return useCallback(async (profile: Profile, channel: 'email' | 'sms') => {
    try {
      const { data } = await call('POST /profiles/invite', { body: { profileIds: [profile.id], channel } })
      const [result] = data.results
      if (result) showToast(`${nameOf(profile)}: ${lowered(outcomeWords(result))}.`)
    } catch (error) {
      showToast(reasonOf(error, 'The link was not sent. Try again.'))
    }
    await queryClient.invalidateQueries({ queryKey: keys.people })
  }, [])
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
