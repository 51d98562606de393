import type { AuditEntry } from '../client/types.ts'
import { csvLine } from '../ui/csv.ts'

const columns = [
  'seq',
  'at',
  'actor',
  'actorName',
  'actorId',
  'clientName',
  'clientId',
  'action',
  'target',
  'targetName',
  'targetId',
  'changes',
  'requestId',
  'hash',
]

/** Column names. */
export const auditCsvHead = csvLine(columns)

/**
 * One entry as a CSV line. Names are today's, or empty. The hash is included so that the chain can be verified
 * elsewhere.
 */
export function auditCsvLine({
  seq,
  at,
  actor,
  action,
  target,
  changes,
  requestId,
  hash,
}: AuditEntry): string {
  const { kind, id, clientId, name, clientName } = actor
  return csvLine([
    seq,
    at,
    kind,
    name,
    id,
    clientName,
    clientId,
    action,
    target.type,
    target.name,
    target.id,
    JSON.stringify(changes),
    requestId,
    hash,
  ])
}
