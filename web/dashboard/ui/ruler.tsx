/** A progress bar of strokes, one per step: used, current, remaining. */
export function Ruler({ used, total, strokes = 38 }: { used: number; total: number; strokes?: number }) {
  const at = Math.round((Math.min(used, total) / Math.max(total, 1)) * (strokes - 1))
  return (
    <svg
      className="ruler-strokes"
      viewBox={`0 0 ${strokes * 4} 16`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {places(strokes).map((stroke) => {
        const height = stroke === at ? 16 : stroke % 10 === 0 ? 10 : 6
        const state = stroke < at ? 'done' : stroke === at ? 'now' : 'ahead'
        return (
          <rect
            key={stroke}
            className={`stroke-${state}`}
            x={stroke * 4}
            y={16 - height}
            width={1.5}
            height={height}
          />
        )
      })}
    </svg>
  )
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
