import { type ErrorCode, errorCodes, errorDefinition } from '../../../contract/errors.ts'
import { statusOf } from '../../status.ts'

/** A code of the reference: when it is answered, and how the `error` of an answer with it reads. */
export type DocumentedError = {
  code: ErrorCode
  status: number
  when: string
  example: { message: string; param?: string; details?: unknown }
}

/** Every `error.code` of the REST interface, by status. */
export const documentedErrors: readonly DocumentedError[] = errorCodes
  .flatMap((code) => {
    const { kind, message, docs } = errorDefinition(code)
    if (!docs) return []
    const { when, ...example } = docs
    return [{ code, status: statusOf(kind), when, example: { message: message ?? '', ...example } }]
  })
  .toSorted((left, right) => left.status - right.status)

/** The codes as a table, Markdown. */
export function errorCodeTable(): string {
  const rows = documentedErrors.map(({ status, code, when }) => `| ${status} | \`${code}\` | ${when} |`)
  return ['| Status | `error.code` | When |', '| --- | --- | --- |', ...rows].join('\n')
}
