import type { UsageReport } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { dateFormatter, formatNumber } from '../language/formats.ts'
import { type LanguageCode, languages as languageNames } from '../words/languages.ts'
import { barScene, columnScene, hourScene, type Scene, weekdays } from './scene.ts'
import { words } from './words.ts'

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
  rows: readonly (readonly Cell[])[]
  file: string
}

export type Cell = string | number | Share

/** A part of a whole, which is a percentage in words and in files. */
export type Share = { part: number; whole: number }

/** Each chart of a report. Tables have every number that is drawn. */
export function chartsOf(
  report: UsageReport,
  settled: SettledFunnel = 'everyone',
): Record<'time' | 'funnel' | 'hours' | 'languages' | 'devices' | 'reliability', Chart> {
  return {
    time: timeChart(report),
    funnel: funnelChart(report, settled),
    hours: hourChart(report),
    languages: languageChart(report),
    devices: deviceChart(report),
    reliability: reliabilityChart(report),
  }
}

/**
 * The funnel without people who were invited in the last days, most of whom have not looked yet; `everyone` if the period
 * ended before, null if it began since, and `unknown` if it couldn't be read.
 */
export type SettledFunnel = UsageReport['funnel'] | 'everyone' | 'unknown' | null

const steps = ['invited', 'opened', 'started', 'completed'] as const

function timeChart({ buckets, interval, from, to }: UsageReport): Chart {
  const { time } = words
  return {
    title: time.title,
    note: time.note[interval],
    summary: timeSummary(buckets, interval),
    draw: (width) =>
      columnScene(
        buckets.map(({ completed, started, opened, invited, ...days }) => ({
          name: fill(time.column, { when: bucketName(days, interval), completed, started, opened, invited }),
          value: completed,
          goal: invited,
          label: interval === 'month' ? monthText(days.from) : dayText(days.from),
        })),
        width,
      ),
    head: [
      ...(interval === 'day' ? [time.heads.day] : [time.heads.from, time.heads.to]),
      ...steps.map((step) => words.steps[step]),
    ],
    rows: buckets.map((bucket) => [
      ...(interval === 'day' ? [bucket.from] : [bucket.from, bucket.to]),
      ...steps.map((step) => bucket[step]),
    ]),
    file: `completions-${from}-${to}`,
  }
}

function timeSummary(buckets: UsageReport['buckets'], interval: UsageReport['interval']): string {
  const [best] = buckets.toSorted((one, other) => other.completed - one.completed)
  if (!best || best.completed === 0) return words.chart.noneCompleted
  const busy = buckets.filter(({ completed }) => completed === best.completed)
  return busy.length > 1
    ? fill(words.time.mostIn[interval], { n: best.completed })
    : fill(words.time.most, { n: best.completed, when: bucketName(best, interval) })
}

function funnelChart({ funnel: counts, from, to }: UsageReport, settled: SettledFunnel): Chart {
  const { funnel } = words
  const shareOf = (step: (typeof steps)[number]) => ({ part: counts[step], whole: counts.invited })
  const bars = steps.map((step, at) => {
    const before = ([undefined, 'invited', 'opened', 'started'] as const)[at]
    const lost = before === undefined ? 0 : counts[before] - counts[step]
    const share = shareText(shareOf(step))
    const text = before === undefined || lost <= 0 ? funnel.bar : funnel.barAfter[before]
    return {
      label: words.steps[step],
      value: counts[step],
      note: share,
      name: fill(text, { step: words.steps[step], n: counts[step], share, lost }),
      lost,
    }
  })
  return {
    title: funnel.title,
    note: funnel.note,
    summary: funnelSummary(counts, settled),
    ...(counts.invited === 0 && { empty: funnel.empty }),
    draw: (width) => barScene(bars, counts.invited, width),
    head: [funnel.heads.step, funnel.heads.people, funnel.heads.share],
    rows: steps.map((step) => [words.steps[step], counts[step], shareOf(step)]),
    file: `funnel-${from}-${to}`,
  }
}

/** The step before which most people are lost; empty if that isn't known. */
function funnelSummary(counts: UsageReport['funnel'], settled: SettledFunnel): string {
  const { funnel } = words
  if (counts.completed === counts.invited) return funnel.noneLost
  if (settled === 'unknown') return ''
  const judged = settled === 'everyone' ? counts : settled
  if (!judged || judged.invited === 0) return funnel.tooEarly
  const lost = steps.slice(1).map((step, at) => ({ step, n: judged[steps[at] ?? 'invited'] - judged[step] }))
  const worst = lost.reduce((most, one) => (one.n > most.n ? one : most))
  if (worst.n <= 0) return funnel.noneLostSettled
  const text = settled === 'everyone' ? funnel.mostLost : funnel.mostLostSettled
  return fill(text, { step: words.steps[worst.step], n: worst.n })
}

function hourChart({ hours: counts, timeZone, from, to }: UsageReport): Chart {
  const { hours } = words
  const days = weekdays('long')
  const byPlace = new Map(counts.map((one) => [`${one.weekday} ${one.hour}`, one.completed]))
  const cells = days.flatMap((weekday, at) =>
    Array.from({ length: 24 }, (_, hour) => {
      const completed = byPlace.get(`${at + 1} ${hour}`) ?? 0
      return {
        weekday: at + 1,
        hour,
        completed,
        name: count(hours.cell, completed, { weekday, hours: hourText(hour) }),
      }
    }),
  )
  const best = cells.reduce((most, one) => (one.completed > most.completed ? one : most))
  return {
    title: hours.title,
    note: fill(hours.note, { timeZone }),
    summary: fill(words.chart.most, { name: best.name }),
    ...(counts.length === 0 && { empty: words.chart.noneCompleted }),
    draw: (width) => hourScene(cells, width),
    head: [hours.heads.weekday, hours.heads.hour, hours.heads.completed],
    rows: cells
      .filter(({ completed }) => completed > 0)
      .map(({ weekday, hour, completed }) => [days[weekday - 1] ?? '', hourText(hour), completed]),
    file: `hours-${from}-${to}`,
  }
}

function languageChart({ languages: { people, counts }, from, to }: UsageReport): Chart {
  return shareChart({
    text: words.languages,
    people,
    empty: words.shares.emptyCompleted,
    parts: counts.map(({ locale, people: value }) => [
      languageNames[locale as LanguageCode]?.name ?? locale,
      value,
    ]),
    file: `languages-${from}-${to}`,
  })
}

function deviceChart({ devices: counts, from, to }: UsageReport): Chart {
  const { people, phone, tablet, desktop, unknown } = counts
  const { devices } = words
  return shareChart({
    text: devices,
    people,
    empty: words.shares.emptyStarted,
    parts: [
      [devices.phone, phone],
      [devices.tablet, tablet],
      [devices.desktop, desktop],
      ...(unknown > 0 ? [[devices.unknown, unknown] as const] : []),
    ],
    file: `devices-${from}-${to}`,
  })
}

function reliabilityChart({ reliability: counts, from, to }: UsageReport): Chart {
  const { people, ok, caution, invalid, unassessed } = counts
  const { reliability } = words
  return shareChart({
    text: reliability,
    people,
    empty: words.shares.emptyCompleted,
    parts: [
      [reliability.ok, ok],
      [reliability.caution, caution],
      [reliability.invalid, invalid],
      ...(unassessed > 0 ? [[reliability.unassessed, unassessed] as const] : []),
    ],
    file: `reliability-${from}-${to}`,
  })
}

function shareChart({
  text: { title, note, head },
  people,
  empty,
  parts,
  file,
}: {
  /** `note` has the number of people, `head` says what the parts are. */
  text: { title: string; note: string; head: string }
  people: number
  /** Shown while nobody is counted. */
  empty: string
  parts: readonly (readonly [label: string, value: number])[]
  file: string
}): Chart {
  const { shares } = words
  const bars = parts.map(([label, value]) => {
    const share = shareText({ part: value, whole: people })
    return { label, value, note: share, name: fill(shares.bar, { name: label, n: value, people, share }) }
  })
  const [most] = bars.toSorted((one, other) => other.value - one.value)
  return {
    title,
    note: fill(note, { n: people }),
    summary: most ? fill(words.chart.most, { name: most.name }) : '',
    ...(people === 0 && { empty }),
    draw: (width) => barScene(bars, people, width),
    head: [head, shares.heads.people, shares.heads.share],
    rows: bars.map(({ label, value }) => [label, value, { part: value, whole: people }]),
    file,
  }
}

/** A share as the page's language writes it, such as "75%". */
export function shareText({ part, whole }: Share): string {
  return whole === 0 ? '–' : formatNumber(percent(part, whole) / 100, { style: 'percent' })
}

/** A cell of a file. Its numbers are the same in every language, so that programs can read them. */
export function csvCell(cell: Cell): string | number {
  if (typeof cell !== 'object') return cell
  return cell.whole === 0 ? '–' : `${percent(cell.part, cell.whole)}%`
}

function percent(part: number, whole: number): number {
  return Math.round((100 * part) / whole)
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00–${String((hour + 1) % 24).padStart(2, '0')}:00`
}

function bucketName({ from, to }: { from: string; to: string }, interval: UsageReport['interval']): string {
  if (from === '') return ''
  const { time } = words
  const range = { from: dayText(from), to: dayText(to) }
  if (interval === 'day') return fill(time.day, { weekday: weekdayText(from), day: range.from })
  if (interval === 'week') return fill(time.range, range)
  const month = monthText(from)
  return isWholeMonth(from, to) ? month : fill(time.partOfMonth, { month, ...range })
}

function isWholeMonth(from: string, to: string): boolean {
  return from.endsWith('-01') && new Date(Date.parse(to) + 86_400_000).getUTCDate() === 1
}

// One format for all days, because the columns of a year take seven hundred of them each time they are drawn.
const textOf = (options: Intl.DateTimeFormatOptions) => {
  const format = dateFormatter({ ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}
const weekdayText = textOf({ weekday: 'short' })
const monthText = textOf({ month: 'short', year: 'numeric' })
const dayText = textOf({ day: 'numeric', month: 'short' })
export const longDayText = textOf({ day: 'numeric', month: 'long', year: 'numeric' })
