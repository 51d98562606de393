import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { moveAccountCommand, receiveAccountCommand } from '../../scripts/administration/move.ts'
import { type Shell, withShell } from '../../scripts/administration/shell.ts'
import { readConfig } from '../../src/config.ts'
import { accountTables, secretColumns } from '../../src/domain/move/tables.ts'
import { compileCache, newDataDir } from './process.ts'
import { type Region, type Regions, startRegions, type Zone } from './regions.ts'
import type { TestAccount } from './service.ts'
import { openTables, type Tables } from './tables.ts'

export type MovableRegions = Awaited<ReturnType<typeof startMovableRegions>>

/** Three regions, their tables, and commands in the environment of each. */
export async function startMovableRegions() {
  const regions: Regions = await startRegions()
  const { us, eu, sea } = regions
  const tables: Record<Zone, Tables> = {
    us: await openTables(us.db),
    eu: await openTables(eu.db),
    sea: await openTables(sea.db),
  }
  const folders = { us: newDataDir(), eu: newDataDir(), sea: newDataDir() }
  const environmentOf = ({ environment, zone }: Region) => ({ ...environment, DATA_DIR: folders[zone] })

  /** Runs a command within this process. */
  function inShell<T>(region: Region, work: (shell: Shell) => Promise<T>): Promise<T> {
    const read = readConfig(environmentOf(region))
    if ('errors' in read) throw new Error(read.errors.join('\n'))
    return withShell(read.config, { mayCreate: false }, work)
  }

  return {
    ...regions,
    tables,
    folders,
    inShell,
    /** An account that isn't of the demo. */
    async liveAccount(region: Region): Promise<TestAccount> {
      const account = await region.account()
      await tables[region.zone].rows(`update account set mode = 'live' where id = $1`, [account.id])
      return account
    },
    /** Runs a command in a process of its own, and kills it once it has printed something. */
    run(region: Region, words: string[], killAt?: RegExp): Promise<{ code: number | null; text: string }> {
      const child = spawn(process.execPath, ['scripts/timbre.ts', ...words], {
        cwd: join(import.meta.dirname, '../..'),
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environmentOf(region) },
      })
      let text = ''
      const read = (chunk: Buffer) => {
        text += String(chunk)
        if (killAt?.test(text)) child.kill('SIGKILL')
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })))
    },
    /** Moves an account, and returns how many seconds it was frozen for. */
    async move(account: string, from: Region, to: Region): Promise<number> {
      const agreed = { id: account, from: from.zone }
      await inShell(to, (shell) => receiveAccountCommand.run(shell, agreed, () => {}))
      const wanted = { id: account, to: to.zone, within: 60 }
      const { json } = await inShell(from, (shell) => moveAccountCommand.run(shell, wanted, () => {}))
      return Number(json.frozenSeconds)
    },
    /** The rows of an account by table, without what is sealed under a key of the region. */
    async rowsOf(zone: Zone, accountId: string): Promise<Record<string, string[]>> {
      const found: Record<string, string[]> = {}
      for (const table of accountTables) {
        // Last uses are collected in memory, and may be written in between.
        const sealed = (secretColumns[table] ?? []).filter((name) => /sealed|url_key|^seal$/.test(name))
        const key = table === 'account' ? 'id' : 'account_id'
        const rows = await tables[zone].rows<{ row: string }>(
          `select (to_jsonb(t) - $2::text[])::text as row from ${table} t where ${key} = $1`,
          [accountId, [...sealed, 'last_used_at', 'last_opened_at']],
        )
        found[table] = rows.map(({ row }) => row).sort()
      }
      return found
    },
  }
}
