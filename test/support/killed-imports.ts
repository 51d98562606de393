import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCsv } from '../../clients/cli/csv.ts'
import { newHome, spawnTimbre } from './command-line.ts'
import { startTestService } from './service.ts'

/** Imports a file of so many people, and kills the program after these counts of rows, each time starting it again. */
export async function killImports({ rows, killsAt }: { rows: number; killsAt: readonly number[] }) {
  const running = await startTestService()
  const { clientId, clientSecret, call } = await running.account()
  const folder = newHome()
  const file = join(folder, 'people.csv')
  const lines = Array.from({ length: rows }, (_, n) => `"Person, ${n}",person-${n}@import.test,Team ${n % 3}`)
  writeFileSync(file, `\uFEFFVorname,E-Mail,Note\r\n${lines.join('\r\n')}\r\n`)
  const environment = {
    ...{ TIMBRE_URL: running.url, TIMBRE_CLIENT_ID: clientId, TIMBRE_CLIENT_SECRET: clientSecret },
    XDG_CONFIG_HOME: folder,
  }
  let kills = 0
  for (const at of [...killsAt, undefined]) {
    const run = spawnTimbre(['import', file], environment, (text) => {
      if (at !== undefined && text.includes(`${at} of`)) run.child.kill('SIGKILL')
    })
    const { code } = await run.ended
    if (code === null) kills += 1
    else if (code !== 0) throw new Error(`The import ended with ${code}.`)
  }
  const { body } = await call('GET', '/profiles?limit=1')
  const result = readCsv(readFileSync(join(folder, 'people.result.csv'), 'utf8'))
  const [header = [], ...outcomes] = result
  return {
    ...{ rows, kills, people: body.pagination.total as number, header },
    inResult: outcomes.length,
    complete: outcomes.filter(([, email, note, status, id], n) => {
      const isInput = email === `person-${n}@import.test` && note === `Team ${n % 3}`
      return isInput && status === 'new' && /^[0-9a-f]{24}$/.test(id ?? '')
    }).length,
  }
}
