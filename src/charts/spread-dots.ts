/**
 * A dot: its true position (`x`, `y`) and the position where it does not cover another dot (`shownX`, `shownY`), in px.
 */
export type Dot = { x: number; y: number; shownX: number; shownY: number }

/**
 * Pushes dots apart until their centers are `apart` from each other, and keeps them within `radius` of (0, 0). Each
 * pair moves along the line between them; two dots in the same place move at a fixed angle, so that the same team
 * always looks the same. If the circle is too full, the dots end up as evenly spread as possible.
 */
export function spreadDots(
  places: readonly { x: number; y: number }[],
  apart: number,
  radius: number,
): Dot[] {
  const dots = places.map(({ x, y }) => ({ x, y, shownX: x, shownY: y }))
  for (let round = 0; round < mostRounds; round += 1) {
    let hasMoved = false
    for (const [at, one] of dots.entries()) {
      for (const other of dots.slice(at + 1)) hasMoved = part(one, other, apart, at) || hasMoved
    }
    for (const dot of dots) keepInside(dot, radius)
    if (!hasMoved) break
  }
  return dots
}

const mostRounds = 400

function part(one: Dot, other: Dot, apart: number, at: number): boolean {
  const [across, down] = [other.shownX - one.shownX, other.shownY - one.shownY]
  const distance = Math.hypot(across, down)
  if (distance >= apart - 0.01) return false
  const angle = distance < 0.01 ? at * goldenAngle : Math.atan2(down, across)
  const push = (apart - distance) / 2
  one.shownX -= push * Math.cos(angle)
  one.shownY -= push * Math.sin(angle)
  other.shownX += push * Math.cos(angle)
  other.shownY += push * Math.sin(angle)
  return true
}

/** No two multiples of it point in the same direction. */
const goldenAngle = 2.399963

function keepInside(dot: Dot, radius: number): void {
  const distance = Math.hypot(dot.shownX, dot.shownY)
  if (distance <= radius) return
  dot.shownX *= radius / distance
  dot.shownY *= radius / distance
}
