import type { Row, SingleRow } from '../row.ts'
import type { Setting } from '../setting.ts'
import { accountRows } from './account.ts'
import { answerRows } from './answers.ts'
import { auditRows } from './audit-log.ts'
import { compressionRows } from './compression.ts'
import { computeRows } from './compute.ts'
import { importRows } from './import.ts'
import { listRows } from './lists.ts'
import { mcpRows } from './mcp.ts'
import { memoryRows } from './memory.ts'
import { normRows } from './norms.ts'
import { requestRows } from './requests.ts'
import { searchRows } from './search.ts'
import { tagRows } from './tags.ts'
import { webhookRows } from './webhooks.ts'
import { writeRows } from './writes.ts'

/** All rows of the table, group by group. Those that change something come last, and memory after everything. */
export const groups: readonly ((setting: Setting) => Promise<(Row | SingleRow)[]>)[] = [
  listRows,
  searchRows,
  accountRows,
  auditRows,
  requestRows,
  computeRows,
  compressionRows,
  tagRows,
  mcpRows,
  answerRows,
  writeRows,
  webhookRows,
  importRows,
  normRows,
  memoryRows,
]
