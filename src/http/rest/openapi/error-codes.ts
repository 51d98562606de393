import { type ErrorCode, errorCodes, errorDefinition } from '../../../contract/errors.ts'
import { statusOf } from '../../status.ts'

/** An error code in the reference: when it is returned, and an example of `error`. */
export type DocumentedError = {
  code: ErrorCode
  status: number
  when: string
  example: { message: string; param?: string; details?: unknown }
}

/** Every `error.code` of the REST API, by status. */
export const documentedErrors: readonly DocumentedError[] = errorCodes
  .flatMap((code) => {
    const { kind, message, docs } = errorDefinition(code)
    if (!docs) return []
    const { when, ...example } = docs
    return [{ code, status: statusOf(kind), when, example: { message: message ?? '', ...example } }]
  })
  .toSorted((left, right) => left.status - right.status)

/** The codes as a Markdown table. */
export function errorCodeTable(): string {
  const rows = documentedErrors.map(({ status, code, when }) => `| ${status} | \`${code}\` | ${when} |`)
  return ['| Status | `error.code` | When |', '| --- | --- | --- |', ...rows].join('\n')
}
