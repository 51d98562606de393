import type { AppearanceView } from '../views/appearance-view.ts'

/** Up and down lengths of the five strokes of the mark, in px around its midline. */
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

/** The mark of Timbre: five round-ended strokes around a midline. It stands beside the name, so it has no text. */
function Mark({ height = 20 }: { height?: number }) {
  const width = pitch * (strokes.length - 1) + weight
  // The strokes grow with the height; their weight and distance do not.
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

/** The mark with the name beside it, for pages that belong to the service and to no account. */
export function Wordmark() {
  return (
    <span class="account wordmark">
      <Mark />
      <span>Timbre</span>
    </span>
  )
}

/**
 * The account's name with its logo, or with a plate that holds its first letter.
 * The box is 28 px high either way, so nothing moves when a logo is added.
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

/** As wide as the picture is at this height; wide enough for its plate, and not so wide that no name stands beside it. */
function boxWidth({ width, height }: NonNullable<AppearanceView['logo']>): number {
  return Math.min(160, Math.max(28, Math.round((28 * width) / height)))
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return (first?.segment ?? '?').toLocaleUpperCase()
}
