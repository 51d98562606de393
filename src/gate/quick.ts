import type { RecalledTaker } from '../contract/caller.ts'
import { Failure } from '../contract/failure.ts'
import { readInput } from '../contract/input.ts'
import type { Limits } from '../contract/limits.ts'
import type { Operation, Result } from '../contract/operation.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { countTakerRequest, type SpendOnce } from './rate-limit.ts'
import { type RawInput, rawInputOf } from './request-parts.ts'
import { checkOutput } from './run.ts'

/**
 * The result of a request that the operation's `quick` has done; undefined if the ordinary way has to do or refuse it.
 * It refuses nothing itself, so the order of refusals is that of the ordinary way. Of the checks there, only the rate
 * limit needs no database: it is spent here, and not again.
 */
export async function runQuickly(
  operation: Operation,
  {
    database,
    clock,
    limits,
    checkOutputs,
  }: { database: Database; clock: Clock; limits: Limits; checkOutputs: boolean },
  { recalled: taker, sessionHash }: RecalledTaker,
  rawInput: RawInput,
  spendOnce: SpendOnce,
): Promise<Result<unknown> | undefined> {
  const { quick } = operation
  if (!quick || !('access' in operation) || operation.access !== 'taker') return undefined
  const input = parsed(operation, rawInput)
  if (!input || !quick.suits(input)) return undefined
  const allowance = await spendOnce(() => countTakerRequest(limits, taker))
  if (allowance?.isWithin === false) return undefined
  const { accountId, profileId } = taker
  const resource = await database.inAccount(
    accountId,
    (sql) => quick.run({ sql, accountId, now: clock() }, { sessionHash, profileId, input }),
    { atOnce: true },
  )
  if (resource === undefined) return undefined
  if (checkOutputs) checkOutput(operation, resource)
  return { resource }
}

function parsed({ input }: Operation, rawInput: RawInput): Record<string, unknown> | undefined {
  try {
    return readInput(input, rawInputOf(rawInput))
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
