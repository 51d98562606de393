import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../src/contract/failure.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { freePort, startTestService } from './support/service.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

type Alert = { name: string; text: string; expression: string }
type Selector = { metric: string; labels: string[] }
type Parsed = { errors: string[]; selectors: Selector[]; grouping: string[] }

/** The rules of the file, which has one layout: a list of maps with a folded or a plain expression. */
const alerts: Alert[] = read('operations/prometheus/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => {
    const [, expression = ''] = /^ {8}expr: (?:>-\n)?([\s\S]*?)\n {8}\w+:/m.exec(text) ?? []
    return { name: text.slice(0, text.indexOf('\n')), text, expression }
  })

type Panel = { title: string; type: string; targets?: { expr: string }[] }
const { panels } = JSON.parse(read('operations/grafana/timbre.json')) as { panels: Panel[] }
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expression: expr.replaceAll('$__rate_interval', '5m') })),
)
const expressions = [...alerts.map(({ name, expression }) => ({ title: name, expression })), ...queries]

/** Labels of each metric, as `/metrics` has them; and routes of requests that were made. */
const known = new Map<string, Set<string>>()
const routes = new Set<string>()

beforeAll(async () => {
  const port = await freePort()
  const { url, account } = await startTestService({ METRICS_LISTEN: `127.0.0.1:${port}` })
  const { call } = await account()
  for (const path of ['/profiles', '/pending-profiles', '/tags', '/audit-log']) await call('GET', path)
  for (const path of ['/take', '/t/unknown', '/sign-in']) await fetch(url + path)
  await fetch(`${url}/oauth/token`, { method: 'POST' })
  // What this service has no reason to do.
  const further = createMetrics({ version: '1', commit: 'unknown' })
  further.database.watchReadReplica(() => 1)
  further.work.noteBackup({ kind: 'embedded', finishedAt: new Date(), bytes: 1 })
  further.work.noteWaitingLog({ segments: 1, seconds: 1 })
  further.work.observeText('+49', 'sent')
  further.work.watchWebhooks(async () => ({ due: 1, waiting: 1, oldestDueSeconds: 1 }))
  further.work.observeAttempt({ channel: 'sms', lane: 1, outcome: 'sent', ageSeconds: 1 })
  await further.work.observeModel(async () => ({ failed: 'timeout' }))(
    {} as never,
    AbortSignal.timeout(1_000),
  )
  const refused = further.observeOperations('rest', async () => {
    throw new Failure('rate_limited', { limit: 'client', message: 'Too many' })
  })
  await expect(refused({ name: 'get_account' })).rejects.toThrow(Failure)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const line of `${text}\n${await further.text()}`.split('\n')) note(line)
})

function note(line: string): void {
  const [, declared] = /^# TYPE (\w+)/.exec(line) ?? []
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
  const metric = declared ?? name
  if (line.startsWith('# HELP') || metric === '') return
  const existing = known.get(metric) ?? new Set()
  for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) existing.add(label)
  known.set(metric, existing)
  const [, route] = /http_route="([^"]+)"/.exec(labels) ?? []
  if (route) routes.add(route)
}

function parse(expression: string): Parsed {
  const parsed: Parsed = { errors: [], selectors: [], grouping: [] }
  const textOf = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) parsed.errors.push(`${node.from}: ${textOf(node)}`)
      const parent = node.node.parent?.name
      if (node.name === 'Identifier' && parent === 'VectorSelector')
        parsed.selectors.push({ metric: textOf(node), labels: [] })
      if (node.name !== 'LabelName') return
      if (parent === 'GroupingLabels') parsed.grouping.push(textOf(node))
      else parsed.selectors.at(-1)?.labels.push(textOf(node))
    },
  })
  return parsed
}

describe('the alerts and the dashboard', () => {
  test('have expressions that parse, and there are some', () => {
    expect(alerts.length).toBeGreaterThan(15)
    expect(queries.length).toBeGreaterThan(30)
    for (const { title, expression } of expressions) {
      const { errors, selectors } = parse(expression)
      expect(errors, title).toEqual([])
      expect(selectors.length, title).toBeGreaterThan(0)
    }
    expect(parse('sum(rate(a_total[5m])').errors).not.toEqual([])
  })

  test('use only metrics and labels that /metrics has', () => {
    const faults = expressions.flatMap(({ title, expression }) => {
      const { selectors, grouping } = parse(expression)
      const labels = new Set(['instance'])
      const wrong: string[] = []
      for (const { metric, labels: used } of selectors) {
        const own = known.get(metric)
        if (!own) wrong.push(`${title}: there is no ${metric}`)
        for (const label of own ?? []) labels.add(label)
        for (const label of used) if (!own?.has(label)) wrong.push(`${title}: ${metric} has no ${label}`)
      }
      return [
        ...wrong,
        ...grouping.filter((label) => !labels.has(label)).map((label) => `${title}: ${label}`),
      ]
    })
    expect(faults).toEqual([])
  })

  test('show the read replica: what it answers, how late it is, and whether it can be used', () => {
    const own = [...known.keys()].filter((metric) => metric.startsWith('timbre_read_replica_'))
    expect(own).toHaveLength(3)
    for (const all of [
      alerts.map(({ expression }) => expression),
      queries.map(({ expression }) => expression),
    ]) {
      const shown = new Set(all.flatMap((one) => parse(one).selectors.map(({ metric }) => metric)))
      expect(own.filter((metric) => !shown.has(metric))).toEqual([])
    }
  })

  test('name routes that exist', () => {
    const patterns = expressions.flatMap(({ expression }) =>
      [...expression.matchAll(/http_route=~"([^"]+)"/g)].map(([, pattern]) => pattern as string),
    )
    const alternatives = new Set(patterns.flatMap((pattern) => expand(pattern)))
    const unused = [...alternatives].filter(
      (one) => ![...routes].some((route) => new RegExp(`^(${one})$`).test(route)),
    )
    expect(unused).toEqual([])
  })
})

/** `a|b(c|d)` as its three alternatives. */
function expand(pattern: string): string[] {
  const [, before = '', inner] = /^(.*)\(([^)]*)\)$/.exec(pattern) ?? []
  return inner === undefined ? pattern.split('|') : inner.split('|').map((one) => before + one)
}

describe('the runbook', () => {
  const runbook = read('docs/runbook.md')
  const sections = runbook.split(/^## /m).slice(1)

  test('has a section for each alert', () => {
    const titles = sections.map((section) => section.slice(0, section.indexOf('\n')))
    expect(titles.filter((title) => title.startsWith('Timbre')).sort()).toEqual(
      alerts.map(({ name }) => name).sort(),
    )
  })

  test('says what people notice, how to be sure, what to do and what never to do', () => {
    for (const section of sections)
      for (const part of ['What people notice:', 'How to be sure:', 'What to do:', 'Never:'])
        expect(section).toContain(`- **${part}**`)
  })

  test('names panels that exist', () => {
    const titles = panels.map(({ title }) => title)
    const named = [...runbook.matchAll(/panels? ((?:"[^"]+"(?:, | and )?)+)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !titles.some((title) => title.startsWith(name)))).toEqual([])
  })

  test('every alert has a severity and a summary', () => {
    for (const { name, text } of alerts) {
      expect(text, name).toMatch(/labels: \{ severity: (page|ticket) \}/)
      expect(text, name).toMatch(/annotations:\s+\{ summary: ".+" \}/)
    }
  })
})
