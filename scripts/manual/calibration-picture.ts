import type { Calibration, Tenth } from '../simulation/calibration.ts'

/**
 * The calibration as SVG: what is stated (across) against what is true (up), a dot for each tenth, on a diagonal with a
 * band of three points on each side. Four panels: facets and traits, levels and sides.
 */
export function calibrationPicture(found: Record<'facet' | 'trait', Calibration>): string {
  const panels = (['facet', 'trait'] as const).flatMap((kind) =>
    (['level', 'side'] as const).map((statement) => ({
      title: `${kind === 'facet' ? 'Facets' : 'Traits'}: ${statement}`,
      tenths: found[kind][statement],
    })),
  )
  const width = panels.length * (side + gap) - gap + 2 * margin
  const drawn = panels.map(({ title, tenths }, at) => panel(title, tenths, margin + at * (side + gap)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${side + 3 * margin}" font-family="sans-serif" font-size="12">
<title>What scoring 1.1.0 states of Focus against what is true, simulated</title>
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`
}

const side = 180
const gap = 40
const margin = 30

function panel(title: string, tenths: readonly Tenth[], left: number): string {
  const x = (share: number) => (left + side * share).toFixed(1)
  const y = (share: number) => (margin + side * (1 - share)).toFixed(1)
  const band = `${x(0)},${y(0.03)} ${x(0.97)},${y(1)} ${x(1)},${y(1)} ${x(1)},${y(0.97)} ${x(0.03)},${y(0)} ${x(0)},${y(0)}`
  const dots = tenths.map(
    ({ stated, right }) => `<circle cx="${x(stated)}" cy="${y(right)}" r="3.5" fill="#1f4e5f"/>`,
  )
  const marks = [0, 0.5, 1].map(
    (share) =>
      `<text x="${x(share)}" y="${margin + side + 16}" text-anchor="middle" fill="#555">${100 * share}%</text>` +
      `<text x="${left - 6}" y="${Number(y(share)) + 4}" text-anchor="end" fill="#555">${100 * share}</text>`,
  )
  return `<g><text x="${left}" y="${margin - 12}" fill="#222">${title}</text>
<polygon points="${band}" fill="#e4edf0"/>
<rect x="${left}" y="${margin}" width="${side}" height="${side}" fill="none" stroke="#bbb"/>
<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#9ab"/>
${dots.join('')}
${marks.join('')}
<text x="${x(0.5)}" y="${margin + side + 34}" text-anchor="middle" fill="#555">stated</text></g>`
}
