import type { Profile, Progress } from '../client/types.ts'

/** Data of the table and of the cards. */
export type RowsProps = {
  readonly people: readonly Profile[]
  readonly progress: Readonly<Record<string, Progress>> | undefined
  /** Progress could not be loaded. */
  readonly isLate: boolean
  readonly chosen: ReadonlyMap<string, Profile>
  readonly onTurn: (profileId: string, isRange: boolean) => void
  readonly onTurnPage: (isChosen: boolean) => void
  /** Undefined if no link can be sent. */
  readonly onAgain: ((profile: Profile, channel: 'email' | 'sms') => void) | undefined
}
