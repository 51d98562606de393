import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureCluster } from './cluster.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-cluster-'))
  mkdirSync(join(dataDir, 'postgres'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const installation = { initdb: '', postgres: '', majorVersion: 18 }
const ensure = () => ensureCluster({ dataDir, installation, fsync: false })

describe('ensureCluster', () => {
  test('refuses a cluster of another major version and says what to do', async () => {
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    await expect(ensure()).rejects.toThrow(
      /was made by PostgreSQL 17 and this version brings PostgreSQL 18\. Dump it with version 17/,
    )
  })

  test('refuses a directory with other content', async () => {
    await expect(ensure()).rejects.toThrow('is not a PostgreSQL cluster')
  })
})
