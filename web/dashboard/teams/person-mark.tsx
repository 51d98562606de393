import { sample } from '../../../src/charts/comparison.ts'
import { Drawing } from '../ui/drawing.tsx'

/** The shape and color of one compared person, next to their name. */
export function PersonMark({ index }: { index: number }) {
  return <Drawing className="compare-sign" markup={sample(index)} />
}
