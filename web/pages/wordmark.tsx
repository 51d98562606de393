import type { AppearanceView } from '../../src/http/views/appearance-view.ts'

/** Lengths of the five strokes of the mark above and below its midline, in px. */
const strokes = [
  [7, 4],
  [12, 9],
  [4, 13],
  [10, 6],
  [5, 3],
] as const

const pitch = 4.5
const weight = 2
const above = 12
const below = 13

/** The mark of Timbre: five round-ended strokes around a midline. It has no text, since the name is next to it. */
function Mark({ height = 20 }: { height?: number }) {
  const width = pitch * (strokes.length - 1) + weight
  // Stroke lengths scale with the height; width and spacing don't.
  const grown = (height - weight) / (above + below)
  return (
    <svg
      class="mark"
      height={height}
      width={width}
      viewBox={`${-weight / 2} ${-above * grown - weight / 2} ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {strokes.map(([up, down], index) => (
        <line
          key={`${up}-${down}`}
          x1={index * pitch}
          x2={index * pitch}
          y1={-up * grown}
          y2={down * grown}
          stroke-width={weight}
          stroke-linecap="round"
        />
      ))}
    </svg>
  )
}

/** The mark with the name, for pages of the service without an account. */
export function Wordmark() {
  return (
    <span class="account wordmark">
      <Mark />
      <span>Timbre</span>
    </span>
  )
}

/**
 * The account's name with its logo, or with its initial. The box is 28 px high either way, so nothing moves when a
 * logo is added.
 */
export function AccountPlate({ name, logo }: { name: string; logo?: AppearanceView['logo'] }) {
  return (
    <span class="account">
      {logo === undefined ? (
        <span class="account-plate" aria-hidden="true">
          {firstLetter(name)}
        </span>
      ) : (
        <img class="account-logo" src={logo.path} width={boxWidth(logo)} height={28} alt="" />
      )}
      <bdi>{name}</bdi>
    </span>
  )
}

/**
 * As wide as the logo is at this height; at least as wide as the box of the initial, and narrow enough to leave space
 * for the name.
 */
function boxWidth({ width, height }: NonNullable<AppearanceView['logo']>): number {
  return Math.min(160, Math.max(28, Math.round((28 * width) / height)))
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return (first?.segment ?? '?').toLocaleUpperCase()
}
