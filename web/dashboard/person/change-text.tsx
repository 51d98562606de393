import type { Attempt } from '../client/types.ts'
import { changeThresholds, compareAttempts, scaleChangeText } from './attempt-change.ts'

/** Reliable changes between two attempts, in words and numbers. */
export function ChangeText({ earlier, later }: { earlier: Attempt; later: Attempt }) {
  const { moved, compared, style, values, carried } = compareAttempts(earlier, later)
  return (
    <>
      {compared > 0 && (
        <p>
          {moved.length === 0
            ? `None of ${compared} scales moved farther than the error of measurement moves them by itself.`
            : `${moved.length} of ${compared} scales moved farther than the error of measurement moves them by itself.`}
        </p>
      )}
      {moved.length > 0 && (
        <ul className="person-signs">
          {moved.map((scale) => (
            <li key={scale.key}>
              <span>{scaleChangeText(scale)}</span>
              <span className="muted figures">
                {scale.moved > 0 ? '+' : '−'}
                {Math.abs(Math.round(scale.moved))} {scale.kind === 'letter' ? 'points' : 'T'}, margin{' '}
                {scale.margin}
              </span>
            </li>
          ))}
        </ul>
      )}
      {style && (
        <p className="second">
          {style[0] === style[1]
            ? `The style came out as ${style[0]} both times.`
            : `The style came out as ${style[0]}, then as ${style[1]}. A style alone changes often from one day to the next.`}
        </p>
      )}
      {values && (
        <p className="second">
          {values.came.length === 0
            ? 'The same five values lead, in whatever order.'
            : `Among the first five values: ${values.came.join(', ')} in place of ${values.left.join(', ')}. Fourth and fifth places change easily.`}
        </p>
      )}
      {carried.length > 0 && <p className="second">Not retaken: {carried.join(', ')}.</p>}
      <p className="note">
        Called a change from {changeThresholds.facet} T for a facet, {changeThresholds.trait} T for a trait
        and {changeThresholds.letter} points for a DISC letter, which chance alone seldom reaches; from more
        where a short form measured less exactly. T has a mean of 50, and two people in three lie between 40
        and 60. It says that something is different, not why.
      </p>
    </>
  )
}
