import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { memberOperations } from '../catalog.ts'
import { Failure, invalid } from '../contract/failure.ts'
import type { Clock } from '../contract/ports.ts'
import { refuseOldSignIn } from '../contract/recent-sign-in.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'
import type {
  MemberOperationName,
  MemberOperationResult,
  RunMemberOperation,
} from '../http/oauth/member-operations-interface.ts'
import type { CallRegion } from '../platform/region-calls.ts'

/** Runs what members do where their account lives: here, or by a call to the other region. */
export function createMemberOperations(
  runLocally: RunMemberOperation,
  zone: string,
  { call, clock }: { call: CallRegion; clock: Clock },
): RunMemberOperation {
  return async (name, caller, input, request) => {
    if (caller.region === zone) return runLocally(name, caller, input, request)
    // The other region checks this too, unless its release doesn't yet.
    refuseOldSignIn(memberOperations[name], caller, clock())
    const { accountId, memberId, signIn } = caller
    const content = { name, accountId, memberId, input, requestId: request.id }
    const ask = (asked: object) => call(caller.region, 'member', asked)
    const answered = await ask({ ...content, signIn }).catch((error) => {
      if (error instanceof Failure && error.code === 'other_version') return ask(content)
      throw error
    })
    return parseResult(name, (answered as { answer: unknown }).answer)
  }
}

/** What another region says ends up on a page; one that answers in another shape is as good as away. */
function parseResult<Name extends MemberOperationName>(
  name: Name,
  answer: unknown,
): MemberOperationResult<Name> {
  const { data, error } = memberOperations[name].output.safeParse(answer)
  if (!error) return data as MemberOperationResult<Name>
  throw new Failure('unavailable', {
    message: 'The other region cannot be reached. Try again soon.',
    cause: error,
  })
}

const MemberCall = z.strictObject({
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
export function memberHandlers(
  runLocally: RunMemberOperation,
  replica: Side,
): Record<string, RegionCallHandler> {
  const fromPrimary =
    (answer: (content: unknown) => Promise<unknown>): RegionCallHandler =>
    async (content, from) => {
      if (from === replica.authorizationZone) return answer(content)
      throw invalid('Only the region of the authorization server may ask this.')
    }
  return {
    notice: fromPrimary(async () => replica.pull()),
    'failed-sign-ins': fromPrimary(replica.receiveFailures),
    member: fromPrimary(async (content) => {
      const { name, accountId, memberId, input, requestId, signIn } = MemberCall.parse(content)
      if (!isOperation(name)) throw invalid(`There is no operation ${name}.`)
      const caller = { kind: 'member', accountId, memberId, region: replica.zone, signIn } as const
      const answer = (await runLocally(name, caller, input, { id: requestId })) ?? null
      // The next page of the authorization server shows what it knows, so it should know of this.
      await Promise.race([replica.tell(), setTimeout(maxWaitMilliseconds, undefined, { ref: false })])
      return { answer }
    }),
  }
}

const maxWaitMilliseconds = 1_000

function isOperation(name: string): name is MemberOperationName {
  return Object.hasOwn(memberOperations, name)
}
