import { callOf } from './call.ts'
import { createConnection } from './connection.ts'
import type { Methods } from './made/methods.ts'
import { methodsOf, searchOf } from './methods.ts'
import type { Query } from './pages.ts'
import type { Call } from './shapes/call.ts'
import type { CallOptions, TimbreOptions } from './shapes/options.ts'

export type Timbre = Methods & {
  /** Any request below the API's address, with token, retries and idempotency key like the methods. */
  request: (
    method: string,
    path: string,
    fields?: { query?: Query; body?: unknown; takesLong?: boolean },
    options?: CallOptions,
  ) => Call<unknown>
}

/** A client of the Timbre API. Each method is one operation of it. */
export const Timbre = class {
  constructor(options: TimbreOptions) {
    const connection = createConnection(options)
    const request: Timbre['request'] = (method, path, { query, body, takesLong = false } = {}, callOptions) =>
      callOf(
        connection({ method, path, query: query && searchOf(query), body, takesLong }, callOptions ?? {}),
      )
    Object.assign(this, methodsOf(connection), { request })
  }
} as unknown as new (
  options: TimbreOptions,
) => Timbre

export {
  ApiError,
  BillingRefused,
  Conflict,
  Forbidden,
  InvalidRequest,
  isCode,
  NotFound,
  RateLimited,
  ServerError,
  TimbreError,
  TimedOut,
  Unauthorized,
  Unreachable,
  WrongRegion,
} from './errors.ts'
export type { ErrorCode, Operations, TimbreEvent } from './made/types.ts'
export type { Answer, Call, List, Rate } from './shapes/call.ts'
export type {
  CallOptions,
  Credentials,
  RequestNote,
  ResponseNote,
  Session,
  TimbreOptions,
} from './shapes/options.ts'
