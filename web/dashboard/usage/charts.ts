import type { UsageReport } from '../client/types.ts'
import type { CsvCell } from '../ui/csv.ts'
import { type LanguageCode, languages } from '../words/languages.ts'
import { barScene, columnScene, hourScene, type Scene, weekdays } from './scene.ts'

/** A chart of the page: what is drawn, the same as a table, and where it is saved. */
export type Chart = {
  title: string
  /** What is counted, in a sentence. */
  note: string
  /** Shown below the chart until someone points at a stroke. */
  summary: string
  /** What is shown instead while there is nothing to draw. */
  empty?: string
  draw: (width: number) => Scene
  head: readonly string[]
  rows: readonly (readonly CsvCell[])[]
  file: string
}

/** Each chart of a report. Tables have every number that is drawn. */
export function chartsOf(
  report: UsageReport,
): Record<'time' | 'funnel' | 'hours' | 'languages' | 'devices' | 'reliability', Chart> {
  return {
    time: timeChart(report),
    funnel: funnelChart(report),
    hours: hourChart(report),
    languages: languageChart(report),
    devices: deviceChart(report),
    reliability: reliabilityChart(report),
  }
}

const steps = ['invited', 'opened', 'started', 'completed'] as const
const stepNames = {
  invited: 'Invited',
  opened: 'Opened',
  started: 'Started',
  completed: 'Completed',
} as const

function timeChart({ buckets, interval, from, to }: UsageReport): Chart {
  return {
    title: 'Completions over time',
    note: `Columns: people who completed, by ${interval}. Lines: people who were invited.`,
    summary: timeSummary(buckets, interval),
    draw: (width) =>
      columnScene(
        buckets.map((bucket) => ({
          name: `${bucketName(bucket, interval)}: ${number(bucket.completed)} completed, ${number(bucket.started)} started, ${number(bucket.opened)} opened, ${number(bucket.invited)} invited`,
          value: bucket.completed,
          goal: bucket.invited,
          label: interval === 'month' ? monthText(bucket.from) : dayText(bucket.from),
        })),
        width,
      ),
    head: [...(interval === 'day' ? ['Day'] : ['From', 'To']), ...steps.map((step) => stepNames[step])],
    rows: buckets.map((bucket) => [
      ...(interval === 'day' ? [bucket.from] : [bucket.from, bucket.to]),
      ...steps.map((step) => bucket[step]),
    ]),
    file: `completions-${from}-${to}`,
  }
}

function timeSummary(buckets: UsageReport['buckets'], interval: UsageReport['interval']): string {
  const [best] = buckets.toSorted((one, other) => other.completed - one.completed)
  if (!best || best.completed === 0) return 'No one completed in this period.'
  const busy = buckets.filter(({ completed }) => completed === best.completed)
  return busy.length > 1
    ? `Most in a ${interval}: ${number(best.completed)}.`
    : `Most: ${number(best.completed)}, ${bucketName(best, interval)}.`
}

function funnelChart({ funnel, from, to }: UsageReport): Chart {
  const bars = steps.map((step, at) => {
    const before = steps[at - 1]
    const lost = before === undefined ? 0 : funnel[before] - funnel[step]
    return {
      label: stepNames[step],
      value: funnel[step],
      note: percent(funnel[step], funnel.invited),
      name: `${stepNames[step]}: ${number(funnel[step])}, ${percent(funnel[step], funnel.invited)} of those invited${lost > 0 ? `, ${number(lost)} fewer than ${before}` : ''}`,
      lost,
    }
  })
  const worst = bars.reduce((most, one) => (one.lost > most.lost ? one : most))
  return {
    title: 'How far invited people have come',
    note: 'People who were invited in this period, or came by a public link, and where they are today.',
    summary:
      worst.lost === 0
        ? 'Everyone who was invited has completed.'
        : `Most people are lost before “${worst.label}”: ${number(worst.lost)}.`,
    ...(funnel.invited === 0 && { empty: 'No one was invited in this period.' }),
    draw: (width) => barScene(bars, funnel.invited, width),
    head: ['Step', 'People', 'Percent of invited'],
    rows: steps.map((step) => [stepNames[step], funnel[step], percent(funnel[step], funnel.invited)]),
    file: `funnel-${from}-${to}`,
  }
}

function hourChart({ hours, timeZone, from, to }: UsageReport): Chart {
  const byPlace = new Map(hours.map((one) => [`${one.weekday} ${one.hour}`, one.completed]))
  const cells = weekdays.flatMap((day, at) =>
    Array.from({ length: 24 }, (_, hour) => {
      const completed = byPlace.get(`${at + 1} ${hour}`) ?? 0
      return {
        weekday: at + 1,
        hour,
        completed,
        name: `${day}, ${hourText(hour)}: ${number(completed)} completed`,
      }
    }),
  )
  const best = cells.reduce((most, one) => (one.completed > most.completed ? one : most))
  return {
    title: 'When people complete',
    note: `Day of the week and hour, in ${timeZone}.`,
    summary: `Most: ${best.name}.`,
    ...(hours.length === 0 && { empty: 'No one completed in this period.' }),
    draw: (width) => hourScene(cells, width),
    head: ['Day', 'Hour', 'Completed'],
    rows: cells
      .filter(({ completed }) => completed > 0)
      .map(({ weekday, hour, completed }) => [weekdays[weekday - 1], hourText(hour), completed]),
    file: `hours-${from}-${to}`,
  }
}

function languageChart({ languages: { people, counts }, from, to }: UsageReport): Chart {
  return shareChart({
    title: 'Languages',
    note: `Language of the pages, of ${number(people)} people who completed.`,
    kind: 'Language',
    people,
    done: 'completed',
    parts: counts.map(({ locale, people: value }) => [
      languages[locale as LanguageCode]?.name ?? locale,
      value,
    ]),
    file: `languages-${from}-${to}`,
  })
}

function deviceChart({ devices, from, to }: UsageReport): Chart {
  const { people, phone, tablet, desktop, unknown } = devices
  return shareChart({
    title: 'Devices',
    note: `What ${number(people)} people pressed Start on. Only this word is counted, never with a name.`,
    kind: 'Device',
    people,
    done: 'started',
    parts: [
      ['Phone', phone],
      ['Tablet', tablet],
      ['Computer', desktop],
      ...(unknown > 0 ? [['Unknown', unknown] as const] : []),
    ],
    file: `devices-${from}-${to}`,
  })
}

function reliabilityChart({ reliability, from, to }: UsageReport): Chart {
  const { people, ok, caution, invalid, unassessed } = reliability
  return shareChart({
    title: 'Reliability of answers',
    note: `How consistent the answers of ${number(people)} people were when they completed.`,
    kind: 'Answers',
    people,
    done: 'completed',
    parts: [
      ['Consistent', ok],
      ['With caution', caution],
      ['Unreliable', invalid],
      ...(unassessed > 0 ? [['Not assessed', unassessed] as const] : []),
    ],
    file: `reliability-${from}-${to}`,
  })
}

function shareChart({
  title,
  note,
  kind,
  people,
  done,
  parts,
  file,
}: {
  title: string
  note: string
  kind: string
  people: number
  done: 'completed' | 'started'
  parts: readonly (readonly [label: string, value: number])[]
  file: string
}): Chart {
  const bars = parts.map(([label, value]) => ({
    label,
    value,
    note: percent(value, people),
    name: `${label}: ${number(value)} of ${number(people)} people, ${percent(value, people)}`,
  }))
  const [most] = bars.toSorted((one, other) => other.value - one.value)
  return {
    title,
    note,
    summary: most ? `Most: ${most.name}.` : '',
    ...(people === 0 && {
      empty: `Shown once ten people have ${done} in this period, so that it tells nothing of one person.`,
    }),
    draw: (width) => barScene(bars, people, width),
    head: [kind, 'People', 'Percent'],
    rows: bars.map(({ label, value, note: share }) => [label, value, share]),
    file,
  }
}

export function number(value: number): string {
  return value.toLocaleString('en-GB')
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00–${String((hour + 1) % 24).padStart(2, '0')}:00`
}

function bucketName({ from, to }: { from: string; to: string }, interval: UsageReport['interval']): string {
  if (from === '') return ''
  if (interval === 'day') return `${weekdayText(from)} ${dayText(from)}`
  return interval === 'month'
    ? `${monthText(from)}${isWholeMonth(from, to) ? '' : ` (${dayText(from)} to ${dayText(to)})`}`
    : `${dayText(from)} to ${dayText(to)}`
}

function isWholeMonth(from: string, to: string): boolean {
  return from.endsWith('-01') && new Date(Date.parse(to) + 86_400_000).getUTCDate() === 1
}

const textOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}
const weekdayText = textOf({ weekday: 'short' })
const monthText = textOf({ month: 'short', year: 'numeric' })
const dayText = textOf({ day: 'numeric', month: 'short' })
export const longDayText = textOf({ day: 'numeric', month: 'long', year: 'numeric' })
