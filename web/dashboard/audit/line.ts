import type { AuditEntry } from '../api/types.ts'
import { csvLine } from '../ui/csv.ts'

const columns = [
  'seq',
  'at',
  'actor',
  'actorId',
  'clientId',
  'action',
  'target',
  'targetId',
  'changes',
  'requestId',
  'hash',
]

/** The names of the columns. */
export const auditHead = csvLine(columns)

/** One entry as a line of the file; with the hash, so that the chain can be checked outside too. */
export function auditLine({ seq, at, actor, action, target, changes, requestId, hash }: AuditEntry): string {
  const { kind, id, clientId } = actor
  return csvLine([
    seq,
    at,
    kind,
    id,
    clientId,
    action,
    target.type,
    target.id,
    JSON.stringify(changes),
    requestId,
    hash,
  ])
}
