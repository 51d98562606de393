import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import type { DemoFile } from '../../src/demo/seed.ts'
import { compareLedger, type DrillLoad, startDrillLoad } from './drill-load.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { type Running, startProcess } from './process.ts'
import { freePort, signIn } from './service.ts'

type Start = (environment: Record<string, string>) => Running

export type DrillService = {
  dataDir: string
  environment: Record<string, string>
  accountId: string
  token: string
  demo: DemoFile
  /** The process that runs now. */
  running: () => Running
  /** Starts it again after its end; resolves with the seconds until it is ready. */
  again: () => Promise<number>
  load: (options?: Partial<Parameters<typeof startDrillLoad>[0]>) => DrillLoad
  /** Stops the service and compares what was acknowledged with what its database has. */
  settle: (load: DrillLoad) => Promise<Awaited<ReturnType<typeof compareLedger>> & { code: unknown }>
}

/** The service in a process of its own, with its embedded database and the demo's people. */
export async function startDrillService(
  more: Record<string, string> = {},
  { start = startProcess, dataDir }: { start?: Start; dataDir?: string } = {},
): Promise<DrillService> {
  const place = dataDir ?? (await copyDataDir('demo'))
  const environment = {
    ...{ PORT: String(await freePort()), DATA_DIR: place, DEMO: 'on' },
    ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'warn', WEBHOOKS: 'off' },
    ...more,
  }
  let running = start(environment)
  await running.ready()
  const demo = JSON.parse(readFileSync(join(place, 'demo.json'), 'utf8')) as DemoFile
  const account = demo.accounts.demo
  if (!account) throw new Error('demo.json names no demo account')
  const token = await signIn(`${running.url}/api/v4`, account)
  return {
    ...{ dataDir: place, environment, accountId: account.id, token, demo },
    running: () => running,
    again() {
      running = start(environment)
      return running.ready()
    },
    load: (options) => startDrillLoad({ baseUrl: () => `${running.url}/api/v4`, token, ...options }),
    async settle(load) {
      await load.stop()
      const code = await running.stop()
      const opened = await openDatabase({ dataDir: place, log: () => {} })
      const compared = await compareLedger(
        (text, values) => opened.database.inAccount(account.id, (sql) => sql.rows(text, values) as never),
        account.id,
        load.acknowledged,
      )
      await opened.close()
      return { ...compared, code }
    },
  }
}
