import type { Scope } from './scope.ts'

/** Who asks. A door makes one of these from a request; everything behind the gate sees nothing else of it. */
export type Caller = MachineCaller | TakerCaller

/** A backend of the account's owner, signed in with client credentials. */
export type MachineCaller = {
  kind: 'machine'
  accountId: string
  /** The account's home region as the token states it. */
  region: string
  clientId: string
  scopes: ReadonlySet<Scope>
}

/** A person who opened an invite link: one profile, its assessments, nothing else. */
export type TakerCaller = {
  kind: 'taker'
  accountId: string
  region: string
  profileId: string
  inviteId: string
}
