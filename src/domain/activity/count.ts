import type { DeviceKind } from '../../contract/device.ts'
import type { Sql } from '../../contract/ports.ts'
import { addCompletionToTen, addOpeningToTen, addToSlots } from './count-store.ts'

type Person = { accountId: string; profileId: string }

/**
 * Each step counts once per person and attempt. The counts are the last to be written before the commit: the rows of the
 * current quarter are locked no longer than the number of the newest event is.
 */
function countStep(sql: Sql, step: () => void): void {
  sql.beforeCommit(async () => step(), 'counts')
}

/** A message with a link was accepted by the mail server or the SMS provider. */
export function countSent(sql: Sql, person: Person, now: Date): void {
  countStep(sql, () => addToSlots(sql, { ...person, step: 'sent', now }))
}

/** The person has pressed Start behind a link for the first time. */
export function countOpened(
  sql: Sql,
  person: Person,
  { device, now }: { device: DeviceKind | undefined; now: Date },
): void {
  countStep(sql, () => {
    addToSlots(sql, { ...person, step: 'opened', now })
    addOpeningToTen(sql, { ...person, device, now })
  })
}

/** These many assessments got their first answer; the attempt has begun if no other has one. */
export function countStarted(sql: Sql, person: Person, started: { assessments: number; now: Date }): void {
  countStep(sql, () => addToSlots(sql, { ...person, step: 'started', ...started }))
}

export function countCompleted(
  sql: Sql,
  person: Person,
  completion: { outcome: 'ok' | 'caution' | 'invalid' | undefined; activeSeconds: number; now: Date },
): void {
  countStep(sql, () => {
    addToSlots(sql, { ...person, step: 'completed', now: completion.now })
    addCompletionToTen(sql, { ...person, ...completion })
  })
}
