import pg from 'pg'
import type { Sample } from '../row.ts'
import { percentile } from './percentile.ts'

/**
 * SQL that clients repeat as fast as they can: the least that a service needs to ask of the database. Written in the
 * language of pgbench's scripts: `\set name random(1, 100)` and `:name`, one statement a line.
 */
export type StatementLoad = { connection: pg.ClientConfig; clients: number; script: string }

/**
 * The statements over pipelined connections of `pg`, all statements of a script in one write: what pgbench would do,
 * where it isn't installed.
 */
export async function runStatementLoad(load: StatementLoad, milliseconds: number): Promise<Sample> {
  const steps = readScript(load.script)
  const clients = await Promise.all(Array.from({ length: load.clients }, () => connected(load.connection)))
  const times: number[] = []
  const began = performance.now()
  const work = async (client: pg.Client) => {
    for (let sent = began; sent - began < milliseconds; sent = performance.now()) {
      await runSteps(client, steps)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(clients.map(work))
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(clients.map((client) => client.end()))
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

type Step =
  | { name: string; from: number; to: number }
  | { id: string; text: string; names: readonly string[] }

function readScript(script: string): Step[] {
  const lines = script
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\\(start|end)pipeline/.test(line))
  return lines.map((line, index) => {
    const set = /^\\set (\w+) random\((\d+), (\d+)\)$/.exec(line)
    if (set) return { name: set[1] as string, from: Number(set[2]), to: Number(set[3]) }
    const names: string[] = []
    // A variable, and no cast.
    const text = line.replace(/(?<!:):([a-z]+)/g, (_, name: string) => `$${names.push(name)}`)
    return { id: `step-${index}`, text: text.replace(/;$/, ''), names }
  })
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
  await client.connect()
  return client
}

async function runSteps(client: pg.Client, steps: readonly Step[]): Promise<void> {
  const variables = new Map<string, number>()
  const results: Promise<unknown>[] = []
  for (const step of steps) {
    if ('name' in step)
      variables.set(step.name, step.from + Math.floor(Math.random() * (step.to - step.from + 1)))
    else {
      const values = step.names.map((name) => variables.get(name))
      results.push(client.query({ name: step.id, text: step.text, values }))
    }
  }
  await Promise.all(results)
}
