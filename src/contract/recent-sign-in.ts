import type { Caller } from './caller.ts'
import { Failure } from './failure.ts'
import type { Access } from './scope.ts'

/** For how long after signing in a person can give others access or change how they sign in. */
export const recentMinutes = 15

/** Takes undefined for a sign-in at an unknown time, which is never recent. */
export function isRecent(signedInAt: string | undefined, now: Date): boolean {
  if (signedInAt === undefined) return false
  return now.getTime() - Date.parse(signedInAt) <= recentMinutes * 60_000
}

/** Refuses members whose sign-in is too old for the operation, or too old in their app. They can sign in again and retry. */
export function refuseOldSignIn(access: Access, caller: Caller, now: Date): void {
  if (!('signIn' in access) || access.signIn !== 'recent') return
  if (caller.kind === 'machine') return
  if (isRecent(signInTimeOf(caller), now)) return
  throw new Failure('sign_in_too_old', {
    message: `Sign in again: this needs a sign-in within the last ${recentMinutes} minutes.`,
  })
}

function signInTimeOf(caller: Caller): string | undefined {
  if (caller.kind === 'delegate') return caller.signedInAt
  return caller.kind === 'member' ? caller.signIn?.at : undefined
}
