import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { Embedded } from './embedded.ts'
import { fits, freePort } from './endpoint.ts'

/**
 * PostgreSQL compiled to WebAssembly, inside this process, on `DATA_DIR/pglite`, which the caller has
 * locked: two processes on one directory lose rows. It has one session, so the pool may have one connection.
 */
export async function startPglite(dataDir: string): Promise<Embedded> {
  const folder = join(dataDir, 'pglite')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const engine = await PGlite.create({
    dataDir: join(folder, 'data'),
    extensions: { pg_trgm, fuzzystrmatch },
  })
  const place = await choosePlace(folder)
  const server = new PGLiteSocketServer({ db: engine, ...place.listen, maxConnections: 4 })
  await server.start()
  return {
    // It has no process of its own: it ends with this one.
    kill() {},
    connection: { ...place.connection, user: 'postgres', password: '', database: 'postgres' },
    async close() {
      await server.stop()
      await engine.close()
    },
  }
}

/** The bridge asks for no password, so it listens where only our user can reach it. */
async function choosePlace(folder: string) {
  if (process.platform !== 'win32' && fits(folder)) {
    const path = join(folder, '.s.PGSQL.5432')
    rmSync(path, { force: true })
    return { listen: { path }, connection: { host: folder, port: 5432 } }
  }
  const port = await freePort()
  return { listen: { host: '127.0.0.1', port }, connection: { host: '127.0.0.1', port } }
}
