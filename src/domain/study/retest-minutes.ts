import { factsFor } from '../../content/assessments.ts'
import { focusFormName } from '../../content/forms.ts'
import type { RetestForms } from './retest.ts'

/** How long answering again takes. */
export function minutesOf({
  focusForm,
  discWording,
  coreWording,
}: Pick<RetestForms, 'focusForm' | 'discWording' | 'coreWording'>): number {
  return (
    factsFor('focus', focusFormName(focusForm)).estimatedMinutes +
    (discWording === undefined ? 0 : factsFor('disc', undefined).estimatedMinutes) +
    (coreWording === undefined ? 0 : factsFor('core', undefined).estimatedMinutes)
  )
}
