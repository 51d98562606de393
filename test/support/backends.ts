import { readFileSync } from 'node:fs'
import type { Database } from '../../src/contract/ports.ts'

/** One connection of a pool: its server process, the statements that process has prepared, and its own memory. */
export type Backend = { pid: number; prepared: number; kilobytes: number }

/** Inspects every connection of a pool by using all of them at the same time. */
export async function inspectBackends(database: Database, connections = 10): Promise<Backend[]> {
  let arrived = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  const looks = Array.from({ length: connections }, () =>
    database.inSystem(
      async (sql) => {
        const row = await sql.row<{ pid: number; prepared: number }>(
          'select pg_backend_pid() as pid, (select count(*)::integer from pg_prepared_statements) as prepared',
        )
        arrived += 1
        if (arrived === connections) open()
        await all
        return row as { pid: number; prepared: number }
      },
      { readOnly: true },
    ),
  )
  const rows = await Promise.all(looks)
  return rows.map((row) => ({ ...row, kilobytes: ownMemory(row.pid) }))
}

/** The process's private memory in kilobytes, 0 where the system does not report it. Excludes the shared buffers. */
function ownMemory(pid: number): number {
  if (process.platform !== 'linux') return 0
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Anonymous:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
}
