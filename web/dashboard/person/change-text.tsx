import type { Attempt } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList, formatNumber } from '../language/formats.ts'
import { changeThresholds, compareAttempts, scaleChangeText } from './attempt-change.ts'
import { words } from './words.ts'

/** Reliable changes between two attempts, in words and numbers. */
export function ChangeText({ earlier, later }: { earlier: Attempt; later: Attempt }) {
  const { moved, compared, style, values, carried } = compareAttempts(earlier, later)
  return (
    <>
      {compared > 0 && (
        <p>
          {fill(moved.length === 0 ? words.change.none : words.change.some, {
            n: moved.length,
            all: compared,
          })}
        </p>
      )}
      {moved.length > 0 && (
        <ul className="person-signs">
          {moved.map((scale) => (
            <li key={scale.key}>
              <span>{scaleChangeText(scale)}</span>
              <span className="muted figures">
                {fill(scale.kind === 'letter' ? words.change.points : words.change.t, {
                  change: signed(scale.moved),
                  margin: scale.margin,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {style && (
        <p className="second">
          {style[0] === style[1]
            ? fill(words.change.sameStyle, { style: style[0] })
            : fill(words.change.otherStyle, { before: style[0], after: style[1] })}
        </p>
      )}
      {values && (
        <p className="second">
          {values.came.length === 0
            ? words.change.sameValues
            : fill(words.change.otherValues, {
                came: formatList(values.came),
                left: formatList(values.left),
              })}
        </p>
      )}
      {carried.length > 0 && (
        <p className="second">{fill(words.change.carried, { assessments: formatList(carried) })}</p>
      )}
      <p className="note">{fill(words.change.thresholds, changeThresholds)}</p>
    </>
  )
}

function signed(change: number): string {
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(Math.round(change)))}`
}
