import { cpus, release, totalmem, type } from 'node:os'
import type pg from 'pg'
import { withClient } from './with-client.ts'

/** What the figures depend on, in words: no names of hosts or users. */
export async function describeMachine(
  owner: pg.ClientConfig,
  pgbench: string | undefined,
): Promise<string[]> {
  const cores = cpus()
  const shown = (name: string) =>
    withClient(
      owner,
      async (client) => (await client.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name],
    )
  return [
    `${cores.length} cores (${cores[0]?.model.trim() || 'model unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `${type()} ${release()}, Node ${process.versions.node}, embedded PostgreSQL ${await shown('server_version')} ` +
      `(shared_buffers ${await shown('shared_buffers')})`,
    pgbench
      ? `pgbench ${pgbench}`
      : 'pgbench is not installed: a pipelined client of `pg` runs the same statements in its place',
  ]
}
