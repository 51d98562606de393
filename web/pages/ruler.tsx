import type { AssessmentId } from '../../src/http/views/page-view.ts'

/** Some ticks are taller, for orientation; Core has too few items to need it. */
const tallEvery: Record<AssessmentId, number> = { disc: 6, focus: 10, core: Number.POSITIVE_INFINITY }

/**
 * A progress ruler with one tick per item: answered, current, open. Three SVG paths on a grid of one unit per item,
 * stretched by the style sheet while strokes keep their width. It has no text, since the words next to it say the
 * same.
 */
export function Ruler({
  part,
  count,
  done,
  current,
}: {
  part: AssessmentId
  count: number
  /** The number of answered items. */
  done: number
  /** The current item, from 1, if any. */
  current?: number | undefined
}) {
  const items = Array.from({ length: count }, (_, index) => index + 1)
  const draw = (some: readonly number[]) => some.map((item) => tick(item, top(part, item))).join('')
  return (
    <svg
      class={`ruler ruler-${part}`}
      viewBox={`0 0 ${count} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path class="tick-ahead" d={draw(items.filter((item) => item > done && item !== current))} />
      <path class="tick-done" d={draw(items.filter((item) => item <= done && item !== current))} />
      {current !== undefined && <path class="tick-current" d={tick(current, 0)} />}
    </svg>
  )
}

function top(part: AssessmentId, item: number): number {
  return item % tallEvery[part] === 0 ? 5 : 11
}

function tick(item: number, from: number): string {
  return `M${item - 0.5} ${from}V20`
}
