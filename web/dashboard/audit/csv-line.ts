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

/** The names of the columns. */
export const auditCsvHead = csvLine(columns)

/** One entry as a line of the file: names as they are today, and empty where nothing has one; with the hash, so that the chain can be checked outside too. */
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
