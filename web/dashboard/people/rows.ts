import type { Profile, Progress } from '../client/types.ts'

/** What the table and the cards are made from. */
export type RowsProps = {
  readonly people: readonly Profile[]
  readonly progress: Readonly<Record<string, Progress>> | undefined
  /** How far people have come could not be had. */
  readonly isLate: boolean
  readonly chosen: ReadonlyMap<string, Profile>
  readonly onTurn: (profileId: string, isRange: boolean) => void
  readonly onTurnPage: (isChosen: boolean) => void
  /** Undefined where no link can be sent. */
  readonly onAgain: ((profile: Profile, channel: 'email' | 'sms') => void) | undefined
}
