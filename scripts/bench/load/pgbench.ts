import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Sample } from '../row.ts'
import type { StatementLoad } from './statement-load.ts'

/** The installed version; undefined if there is none. The package of the embedded PostgreSQL doesn't include it. */
export function pgbenchVersion(): string | undefined {
  const { stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  return /\(PostgreSQL\) ([\d.]+)/.exec(stdout ?? '')?.[1]
}

/** Runs the script with pgbench, with prepared statements. It counts whole seconds; less is a few transactions. */
export async function runPgbench(load: StatementLoad, milliseconds: number): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-bench-'))
  try {
    const script = join(folder, 'script.sql')
    writeFileSync(script, load.script)
    const { host, port, user, database, password } = load.connection
    const seconds = Math.floor(milliseconds / 1_000)
    const duration = seconds > 0 ? ['-T', String(seconds)] : ['-t', '5']
    const { stdout } = await promisify(execFile)(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', String(load.clients), '-f', script, ...duration, String(database)],
      {
        env: {
          PATH: process.env.PATH,
          PGHOST: host,
          PGPORT: String(port),
          PGUSER: user,
          PGPASSWORD: String(password),
          // As the service sets it: parallel plans would be another plan.
          PGOPTIONS: '-c max_parallel_workers_per_gather=0',
        },
      },
    )
    return { perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
