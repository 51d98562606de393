import type { AssessmentId } from '../views/page-view.ts'

/** Every so many ticks one is taller, so that a place can be found again; Core has too few to need it. */
const tallEvery: Record<AssessmentId, number> = { disc: 6, focus: 10, core: Number.POSITIVE_INFINITY }

/**
 * One tick an item: done, current, ahead. It is drawn as three paths on a grid of one unit an item, which the style
 * sheet stretches over the width while the strokes keep theirs. The words beside it say the same, so it has none.
 */
export function Ruler({
  part,
  count,
  done,
  current,
}: {
  part: AssessmentId
  count: number
  /** How many items from the first are drawn as done. */
  done: number
  /** The item from 1 that the person is at, if any. */
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
