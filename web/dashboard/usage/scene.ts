import { formatDate, formatNumber } from '../language/formats.ts'

/**
 * A chart as shapes and words at places in pixels, so that the page and a saved picture draw the same. Colors are names of
 * tokens.
 */
export type Scene = {
  width: number
  height: number
  rules: readonly { x1: number; x2: number; y: number }[]
  marks: readonly Mark[]
  words: readonly Words[]
}

/** A stroke with its name. `reach` is the area that a finger or a pointer hits. */
export type Mark = {
  name: string
  reach: Box
  shapes: readonly (Box & { token: '--ink' | '--edge' | '--well'; opacity?: number })[]
}

export type Box = { x: number; y: number; width: number; height: number }
export type Words = {
  x: number
  y: number
  text: string
  anchor: 'start' | 'middle' | 'end'
  isStrong?: boolean
}

export type Column = { name: string; value: number; goal: number; label: string }

/**
 * Columns over time, and below them another count of the same buckets. Each has its own axis, so that many invites on one
 * day don't flatten the completions.
 */
export function columnScene(columns: readonly Column[], width: number): Scene {
  const [left, right, height] = [40, 8, 276]
  const values = axisOf(
    columns.map(({ value }) => value),
    { top: 12, base: 156 },
  )
  const goals = axisOf(
    columns.map(({ goal }) => goal),
    { top: 184, base: 244 },
  )
  const pitch = (width - left - right) / columns.length
  const thick = Math.max(1, Math.min(36, pitch * 0.72))
  const labeled = labeledPlaces(columns.length, Math.max(2, Math.floor((width - left) / 84)))
  const ticks = [0, values.most / 2, values.most].map((value) => ({ value, y: values.yOf(value) }))
  const ticksBelow = [0, goals.most].map((value) => ({ value, y: goals.yOf(value) }))
  return {
    width,
    height,
    rules: [...ticks, ...ticksBelow].map(({ y }) => ({ x1: left, x2: width - right, y })),
    marks: columns.map(({ name, value, goal }, at) => {
      const across = { x: left + at * pitch + (pitch - thick) / 2, width: thick }
      return {
        name,
        reach: { x: left + at * pitch, y: values.top, width: pitch, height: goals.base - values.top },
        shapes: [
          ...(value > 0 ? [{ ...across, ...values.reachOf(value), token: '--ink' as const }] : []),
          ...(goal > 0 ? [{ ...across, ...goals.reachOf(goal), token: '--edge' as const }] : []),
        ],
      }
    }),
    words: [
      ...[...ticks, ...ticksBelow].map(({ value, y }) => ({
        x: left - 8,
        y: y + 4,
        text: formatNumber(value),
        anchor: 'end' as const,
      })),
      ...labeled.map((at) => ({
        x: left + (at + 0.5) * pitch,
        y: height - 8,
        text: columns[at]?.label ?? '',
        anchor:
          at === 0 && columns.length > 1
            ? ('start' as const)
            : at === columns.length - 1 && columns.length > 1
              ? ('end' as const)
              : ('middle' as const),
      })),
    ],
  }
}

/** From 0 at `base` up to a whole number at `top`. */
function axisOf(values: readonly number[], { top, base }: { top: number; base: number }) {
  const most = niceTop(Math.max(1, ...values))
  const yOf = (value: number) => base - (base - top) * (value / most)
  return { top, base, most, yOf, reachOf: (value: number) => ({ y: yOf(value), height: base - yOf(value) }) }
}

/** A whole number above `value` whose half is whole too, so that the axis has whole numbers. */
export function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  const steps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10]
    .map((step) => Math.round(step * unit))
    .filter((step) => step % 2 === 0)
  return steps.find((step) => step >= value) ?? 2
}

/** At most so many places, evenly spaced, the first and the last among them. */
function labeledPlaces(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at)
  return Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1)))
}

export type Bar = { name: string; label: string; value: number; note: string }

/** Bars from the left, each with its label before it and its numbers after it. */
export function barScene(bars: readonly Bar[], most: number, width: number): Scene {
  const [row, left, right] = [36, Math.min(168, width * 0.36), 92]
  const room = width - left - right
  return {
    width,
    height: bars.length * row,
    rules: bars.map((_, at) => ({ x1: 0, x2: width, y: (at + 1) * row - 0.5 })),
    marks: bars.map(({ name, value }, at) => {
      const y = at * row + row / 2 - 5
      const share = most === 0 ? 0 : value / most
      return {
        name,
        reach: { x: 0, y: at * row, width, height: row },
        shapes: [
          { x: left, y, width: room, height: 10, token: '--well' },
          ...(value > 0
            ? [{ x: left, y, width: Math.max(2, room * share), height: 10, token: '--ink' as const }]
            : []),
        ],
      }
    }),
    words: bars.flatMap(({ label, value, note }, at) => {
      const y = at * row + row / 2 + 5
      const lines = linesOf(label, left - 8)
      return [
        ...lines.map((text, line) => ({
          x: 0,
          y: y + (line - (lines.length - 1) / 2) * 15,
          text,
          anchor: 'start' as const,
          isStrong: true,
        })),
        { x: width - 44, y, text: formatNumber(value), anchor: 'end' as const, isStrong: true },
        { x: width, y, text: note, anchor: 'end' as const },
      ]
    }),
  }
}

/** A label that is too long for its place as two lines, cut at a space or before a parenthesis if it has one. */
function linesOf(label: string, room: number): string[] {
  const cut = Math.max(label.lastIndexOf(' '), label.search(/[(（]/))
  const isLong = [...label].reduce((width, letter) => width + (letter > '\u2e80' ? 13 : 6.2), 0) > room
  return isLong && cut > 0 ? [label.slice(0, cut).trim(), label.slice(cut).trim()] : [label]
}

export type Hour = { weekday: number; hour: number; completed: number }

/** A cell for each hour of the week, darker for more. */
export function hourScene(cells: readonly (Hour & { name: string })[], width: number): Scene {
  const [left, top, row] = [40, 4, 26]
  const pitch = (width - left) / 24
  const most = Math.max(1, ...cells.map(({ completed }) => completed))
  return {
    width,
    height: top + 7 * row + 24,
    rules: [],
    marks: cells.map(({ name, weekday, hour, completed }) => {
      const box = { x: left + hour * pitch, y: top + (weekday - 1) * row, width: pitch, height: row }
      const inner = { x: box.x + 1, y: box.y + 1, width: Math.max(1, pitch - 2), height: row - 2 }
      const full = { ...inner, token: '--ink' as const, opacity: 0.2 + 0.8 * (completed / most) }
      return { name, reach: box, shapes: [completed > 0 ? full : { ...inner, token: '--well' }] }
    }),
    words: [
      ...weekdays('short').map((text, at) => ({
        x: 0,
        y: top + at * row + row / 2 + 5,
        text,
        anchor: 'start' as const,
      })),
      ...[0, 6, 12, 18].map((hour) => ({
        x: left + hour * pitch,
        y: top + 7 * row + 18,
        text: `${String(hour).padStart(2, '0')}:00`,
        anchor: 'start' as const,
      })),
    ],
  }
}

/** The days of the week from Monday. */
export function weekdays(weekday: 'short' | 'long'): string[] {
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, at) =>
    formatDate(new Date(Date.UTC(2024, 0, 1 + at)), { weekday, timeZone: 'UTC' }),
  )
}
