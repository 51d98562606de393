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

/** Runs member operations in the account's home region: here, or by a call to the other region. */
export function createMemberOperations(
  runLocally: RunMemberOperation,
  zone: string,
  { call, clock }: { call: CallRegion; clock: Clock },
): RunMemberOperation {
  return async (name, caller, input, request) => {
    if (caller.region === zone) return runLocally(name, caller, input, request)
    // The other region checks this too, unless it runs an older release.
    refuseOldSignIn(memberOperations[name], caller, clock())
    const { accountId, memberId, signIn } = caller
    const content = { name, accountId, memberId, input, requestId: request.id }
    const callHome = (body: object) => call(caller.region, 'member', body)
    const response = await callHome({ ...content, signIn }).catch((error) => {
      if (error instanceof Failure && error.code === 'other_version') return callHome(content)
      throw error
    })
    return parseResult(name, (response as { answer: unknown }).answer)
  }
}

/** The answer is shown on a page, so a region that answers in an unexpected shape counts as unavailable. */
function parseResult<Name extends MemberOperationName>(
  name: Name,
  answer: unknown,
): MemberOperationResult<Name> {
  const parsed = memberOperations[name].output.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Failure('unavailable', {
    message: 'The other region cannot be reached. Try again soon.',
    cause: parsed.error,
  })
}

const MemberCall = z.strictObject({
  name: z.string(),
  accountId: z.string().regex(/^[0-9a-f]{24}$/),
  memberId: z.string().regex(/^[0-9a-f]{24}$/),
  input: z.record(z.string(), z.unknown()),
  requestId: z.string().max(64),
  /** Not sent by older releases. Operations that need a recent sign-in are then refused. */
  signIn: z.strictObject({ at: z.iso.datetime(), byPasskey: z.boolean() }).optional(),
})

type ReplicaInterface = {
  zone: string
  authorizationZone: string
  pull: () => void
  syncDirectory: () => Promise<void>
  receiveFailures: (content: unknown) => Promise<void>
}

/**
 * A replica's handlers for calls of the authorization server: it runs member operations, which the gate authorizes like
 * any other, and accepts notices.
 */
export function memberHandlers(
  runLocally: RunMemberOperation,
  replica: ReplicaInterface,
): Record<string, RegionCallHandler> {
  const fromPrimary =
    (handle: (content: unknown) => Promise<unknown>): RegionCallHandler =>
    async (content, from) => {
      if (from === replica.authorizationZone) return handle(content)
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
      // The next page of the authorization server shows its directory, so it should have this change by then.
      await Promise.race([
        replica.syncDirectory(),
        setTimeout(maxWaitMilliseconds, undefined, { ref: false }),
      ])
      return { answer }
    }),
  }
}

const maxWaitMilliseconds = 1_000

function isOperation(name: string): name is MemberOperationName {
  return Object.hasOwn(memberOperations, name)
}
