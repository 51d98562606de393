import { useCallback } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile } from '../client/types.ts'
import { showToast } from '../ui/toasts.tsx'
import { outcomeText } from '../words/outcomes.ts'
import { personName } from '../words/person-name.ts'

/** Sends another link to someone whose link has expired, and shows the result. */
export function useResend() {
  return useCallback(async (profile: Profile, channel: 'email' | 'sms') => {
    try {
      const { data } = await call('POST /profiles/invite', { body: { profileIds: [profile.id], channel } })
      const [result] = data.results
      if (result) showToast(`${personName(profile)}: ${lowered(outcomeText(result))}.`)
    } catch (error) {
      showToast(errorMessage(error, 'The link was not sent. Try again.'))
    }
    await queryClient.invalidateQueries({ queryKey: keys.people })
  }, [])
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
