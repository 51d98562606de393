import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { membership } from '../catalog.ts'
import { Failure, invalid } from '../contract/failure.ts'
import type { Clock } from '../contract/ports.ts'
import { refuseOldSignIn } from '../contract/recent-sign-in.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'
import type { MembershipAnswer, MembershipOperation, RunMembership } from '../http/oauth/membership-port.ts'
import type { CallRegion } from '../platform/regions.ts'

/** Runs what members do where their account lives: here, or by a call to the other region. */
export function membershipAnywhere(
  here: RunMembership,
  zone: string,
  { call, clock }: { call: CallRegion; clock: Clock },
): RunMembership {
  return async (name, caller, input, request) => {
    if (caller.region === zone) return here(name, caller, input, request)
    // The other region checks this too, unless its release doesn't yet.
    refuseOldSignIn(membership[name], caller, clock())
    const { accountId, memberId, signIn } = caller
    const content = { name, accountId, memberId, input, requestId: request.id }
    const ask = (asked: object) => call(caller.region, 'member', asked)
    const answered = await ask({ ...content, signIn }).catch((error) => {
      if (error instanceof Failure && error.code === 'other_version') return ask(content)
      throw error
    })
    return checked(name, (answered as { answer: unknown }).answer)
  }
}

/** What another region says ends up on a page; one that answers in another shape is as good as away. */
function checked<Name extends MembershipOperation>(name: Name, answer: unknown): MembershipAnswer<Name> {
  const { data, error } = membership[name].output.safeParse(answer)
  if (!error) return data as MembershipAnswer<Name>
  throw new Failure('unavailable', 'The other region cannot be reached. Try again soon.', { cause: error })
}

const Asked = z.strictObject({
  name: z.string(),
  accountId: z.string().regex(/^[0-9a-f]{24}$/),
  memberId: z.string().regex(/^[0-9a-f]{24}$/),
  input: z.record(z.string(), z.unknown()),
  requestId: z.string().max(64),
  /** Left out by releases that don't know it: then what needs a recent sign-in is refused. */
  signIn: z.strictObject({ at: z.iso.datetime(), byPasskey: z.boolean() }).optional(),
})

type Side = {
  zone: string
  authorizationZone: string
  pull: () => void
  tell: () => Promise<void>
  receiveFailures: (content: unknown) => Promise<void>
}

/**
 * What a region answers to the authorization server: it runs what members ask for, where the gate decides as it does
 * for everybody, and takes notice of news.
 */
export function memberCalls(here: RunMembership, side: Side): Record<string, RegionCallHandler> {
  const fromServer =
    (answer: (content: unknown) => Promise<unknown>): RegionCallHandler =>
    async (content, from) => {
      if (from === side.authorizationZone) return answer(content)
      throw invalid('Only the region of the authorization server may ask this.')
    }
  return {
    notice: fromServer(async () => side.pull()),
    'failed-sign-ins': fromServer(side.receiveFailures),
    member: fromServer(async (content) => {
      const { name, accountId, memberId, input, requestId, signIn } = Asked.parse(content)
      if (!isOperation(name)) throw invalid(`There is no operation ${name}.`)
      const caller = { kind: 'member', accountId, memberId, region: side.zone, signIn } as const
      const answer = (await here(name, caller, input, { id: requestId })) ?? null
      // The next page of the authorization server shows what it knows, so it should know of this.
      await Promise.race([side.tell(), setTimeout(longestWait, undefined, { ref: false })])
      return { answer }
    }),
  }
}

const longestWait = 1_000

function isOperation(name: string): name is MembershipOperation {
  return Object.hasOwn(membership, name)
}
