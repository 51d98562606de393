import type { Profile, Progress } from '../client/types.ts'

/** Data of the table and of the cards. */
export type RowsProps = {
  readonly people: readonly Profile[]
  readonly progress: Readonly<Record<string, Progress>> | undefined
  /** Progress could not be loaded. */
  readonly isLate: boolean
  readonly chosen: ReadonlyMap<string, Profile>
  readonly onToggle: (profileId: string, isRange: boolean) => void
  readonly onTogglePage: (isChosen: boolean) => void
  /** Undefined if no link can be sent. */
  readonly onResend: ((profile: Profile, channel: 'email' | 'sms') => void) | undefined
}
