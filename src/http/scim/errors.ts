import type { Failure } from '../../contract/failure.ts'
import { statusOf } from '../status.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** An error of RFC 7644 section 3.12 that only the protocol knows. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | undefined

  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export type ScimErrorBody = { schemas: [string]; status: string; scimType?: string; detail: string }

export function scimErrorOf(error: ScimError | Failure): { status: number; body: ScimErrorBody } {
  const [status, scimType] =
    error instanceof ScimError ? [error.status, error.scimType] : [statusFor(error), typeOf(error)]
  const body: ScimErrorBody = {
    schemas: [errorSchema],
    ...(scimType !== undefined && { scimType }),
    detail: error.message,
    status: String(status),
  }
  return { status, body }
}

/** SCIM names neither 402 nor 421; directories show the sentence. */
function statusFor({ kind }: Failure): number {
  return kind === 'billing' ? 403 : statusOf(kind)
}

function typeOf({ kind, code }: Failure): string | undefined {
  if (code === 'user_exists' || code === 'address_taken') return 'uniqueness'
  if (code === 'patch_without_target') return 'noTarget'
  if (code === 'invalid_json') return 'invalidSyntax'
  return kind === 'invalid' ? 'invalidValue' : undefined
}
