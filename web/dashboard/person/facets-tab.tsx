import type { Reading, TraitReading } from '../../../src/charts/reading.ts'
import { track } from '../../../src/charts/track.ts'
import type { LocalFocus, Profile } from '../client/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { When } from '../ui/when.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { focusReadings } from './readings.ts'

/** Focus in five tables: each scale with position, percentile and level; and local norms, if any. */
export function FacetsTab({ profile }: { profile: Profile }) {
  const { focus, localFocus } = profile
  if (!focus) {
    return (
      <div className="empty">
        <p>
          Focus is not done yet. Its thirty facets stand here once {shortPersonName(profile)} has answered it.
        </p>
      </div>
    )
  }
  return (
    <>
      <h2 className="out-of-sight">Facets in five traits</h2>
      <p className="person-lede">
        The number says how many people in a hundred of the comparison group score lower. Neither end is
        better.
        {profile.scoring?.form.focus?.startsWith('focus-60') &&
          ' This is the short form, with two statements for each facet instead of four: the margins are wider.'}
      </p>
      <div className="facet-groups">
        {focusReadings(focus, profile.scoring?.standardErrors, localFocus).map((trait) => (
          <TraitTable key={trait.key} trait={trait} hasLocal={localFocus !== undefined} />
        ))}
        <Key />
      </div>
      {localFocus && <LocalNote local={localFocus} />}
    </>
  )
}

function TraitTable({ trait, hasLocal }: { trait: TraitReading; hasLocal: boolean }) {
  return (
    <table className="facet-table" data-local={hasLocal || undefined}>
      <caption className="out-of-sight">{trait.label} and its six facets</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="out-of-sight">Scale</span>
          </th>
          <th scope="col">General</th>
          {hasLocal && <th scope="col">In this account</th>}
          <th scope="col">Level</th>
        </tr>
      </thead>
      <tbody>
        <Row reading={trait} kind="trait" hasLocal={hasLocal} />
        {trait.facets.map((facet) => (
          <Row key={facet.key} reading={facet} kind="facet" hasLocal={hasLocal} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ reading, kind, hasLocal }: { reading: Reading; kind: 'trait' | 'facet'; hasLocal: boolean }) {
  const { label, score, levelWord, localScore, meaning } = reading
  return (
    <tr className={`facet-row-${kind}`}>
      <th scope="row">
        <span className="facet-cell">
          {meaning ? (
            <details className="facet-meaning">
              <summary className="facet-label">{label}</summary>
              <p>High: {meaning.high}</p>
              <p>Low: {meaning.low}</p>
            </details>
          ) : (
            <span className="facet-label">{label}</span>
          )}
          <Drawing className="facet-track" markup={track(reading, { kind })} />
        </span>
      </th>
      <td className="facet-score">{Math.round(score)}</td>
      {hasLocal && <td className="facet-score">{localScore === undefined ? '–' : Math.round(localScore)}</td>}
      <td className="facet-level">{levelWord}</td>
    </tr>
  )
}

function Key() {
  return (
    <ul className="facet-key note">
      <li>The stroke ends at the score. Its colour only repeats the level word.</li>
      <li>The halo is the margin of error. The true score lies there about two times in three.</li>
      <li>The shaded middle is the baseline. Nearly four in ten people are here.</li>
      <li>The two ticks are where low turns to very low, and high to very high.</li>
    </ul>
  )
}

function LocalNote({ local: { n, createdAt, norm } }: { local: LocalFocus }) {
  return (
    <p className="note person-local">
      “In this account” compares with {n.toLocaleString('en-GB')} people of this account whose answers were
      usable, and leans towards the general norm. It stands beside the general figure and does not replace it:
      levels and texts keep to the general one. Norm {norm}, made <When at={createdAt} style="date" />.
    </p>
  )
}
