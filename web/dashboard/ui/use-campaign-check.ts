import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { type CampaignValues, type campaignBody, parseDays } from '../words/campaign-values.ts'
import { words } from './campaign-email-words.ts'
import { refusalOf } from './use-email-preview.ts'

const fields = ['name', 'deadline', 'senderName', 'note'] as const
export type CampaignField = (typeof fields)[number] | 'days'

export type CampaignCheck = {
  /** What is wrong with the value that this field has now. */
  problemOf(field: CampaignField, value: string): string | undefined
  /** Whether the service takes this campaign. If not, the field has the focus, or `error` says why not. */
  check(values: CampaignValues, body: Partial<ReturnType<typeof campaignBody>>): Promise<boolean>
  readonly isChecking: boolean
  readonly error: unknown
}

/**
 * Asks the service whether it takes a campaign before anything is added or sent. A field that it refuses gets the focus, once
 * `onProblem` has made it visible.
 */
export function useCampaignCheck(onProblem?: () => void): CampaignCheck {
  const [found, setFound] = useState<{ field: CampaignField; value: string; text: string }>()
  const [isChecking, setChecking] = useState(false)
  const isBusy = useRef(false)
  const [error, setError] = useState<unknown>()
  const focused = useRef<CampaignField | undefined>(undefined)
  // After the render that shows the problem, with the field: later ones may show it because of something else.
  useEffect(() => {
    if (!focused.current) return
    document.getElementById(`campaign-${focused.current}`)?.focus()
    focused.current = undefined
  })
  const leadTo = (field: CampaignField, value: string, text: string) => {
    focused.current = field
    setFound({ field, value, text })
    onProblem?.()
  }
  const check: CampaignCheck['check'] = async (values, body) => {
    // A second press of the same button.
    if (isBusy.current) return false
    setError(undefined)
    if (parseDays(values.days) === undefined) {
      leadTo('days', values.days, words.reminders.problem)
      return false
    }
    isBusy.current = true
    setChecking(true)
    try {
      await call('POST /campaigns/preview', { body, idempotencyKey: null })
      setFound(undefined)
      return true
    } catch (failure) {
      const field = fields.find((one) => failure instanceof ApiError && failure.param === one)
      if (field) leadTo(field, values[field], refusalOf(failure, field) ?? words.problems.other)
      else setError(failure)
      return false
    } finally {
      isBusy.current = false
      setChecking(false)
    }
  }
  const problemOf: CampaignCheck['problemOf'] = (field, value) =>
    found?.field === field && found.value === value ? found.text : undefined
  return { problemOf, check, isChecking, error }
}
