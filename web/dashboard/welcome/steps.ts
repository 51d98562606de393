import type { Operations } from '../client/types.ts'

type Progress = Operations['GET /profiles/progress']['answer']['progress'][number]

/** What this browser stores about the first steps: the person who takes them, and since when. */
export type WelcomeRecord = { readonly profileId: string; readonly at: string; readonly hasRead?: boolean }

export type WelcomeStep = 'invite' | 'open' | 'take' | 'read' | 'call'

/** The steps that count. Calling the API is for developers, so nobody has to. */
export const stepNames: readonly WelcomeStep[] = ['invite', 'open', 'take', 'read']

/** The completed steps, from data of the service. */
export function stepsDone(
  begun: WelcomeRecord | undefined,
  { progress, isCompleted, calls }: { progress: Progress | undefined; isCompleted: boolean; calls: number },
): ReadonlySet<WelcomeStep> {
  const done = new Set<WelcomeStep>()
  if (begun) done.add('invite')
  if (begun && (progress?.invite?.openedAt || (progress?.answered ?? 0) > 0 || isCompleted)) done.add('open')
  if (begun && isCompleted) done.add('take')
  if (begun?.hasRead) done.add('read')
  if (calls > 0) done.add('call')
  return done
}

const storageKey = 'timbre.first-steps'

/** One record per account: the same browser can be used for several. */
export function loadWelcomeRecord(accountId: string): WelcomeRecord | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}')[accountId]
  } catch {
    return undefined
  }
}

export function storeWelcomeRecord(accountId: string, begun: WelcomeRecord | undefined): void {
  let all: Record<string, WelcomeRecord | undefined> = {}
  try {
    all = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
  } catch {
    // A record that can't be parsed starts again.
  }
  localStorage.setItem(storageKey, JSON.stringify({ ...all, [accountId]: begun }))
}
