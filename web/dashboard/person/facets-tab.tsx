import { useId, useState } from 'react'
import type { Reading, TraitReading } from '../../../src/charts/reading.ts'
import { track } from '../../../src/charts/track.ts'
import type { LocalFocus, Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { When } from '../ui/when.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { focusReadings } from './readings.ts'
import { words } from './words.ts'

/** Focus in five tables: each scale with position, percentile and level; and local norms, if any. */
export function FacetsTab({ profile }: { profile: Profile }) {
  const { focus, localFocus } = profile
  if (!focus) {
    return (
      <div className="empty">
        <p>{fill(words.facets.none, { name: shortPersonName(profile) })}</p>
      </div>
    )
  }
  const { title, lede, shortForm } = words.facets
  const isShort = profile.scoring?.form.focus?.startsWith('focus-60')
  return (
    <>
      <h2 className="out-of-sight">{title}</h2>
      <p className="person-lede">{isShort ? joinSentences([lede, shortForm]) : lede}</p>
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
      <caption className="out-of-sight">{fill(words.facets.table, { trait: trait.label })}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="out-of-sight">{words.facets.scale}</span>
          </th>
          <th scope="col">{hasLocal ? words.facets.general : words.facets.percentile}</th>
          {hasLocal && <th scope="col">{words.facets.local}</th>}
          <th scope="col">{words.facets.level}</th>
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

/** The text about a scale opens below its row, so that nothing in the row moves. */
function Row({ reading, kind, hasLocal }: { reading: Reading; kind: 'trait' | 'facet'; hasLocal: boolean }) {
  const { label, score, levelWord, localScore, meaning } = reading
  const [isOpen, setOpen] = useState(false)
  const textId = useId()
  return (
    <>
      <tr className={`facet-row-${kind}`}>
        <th scope="row">
          <span className="facet-cell">
            {meaning ? (
              <button
                type="button"
                className="plain-button facet-label facet-toggle"
                aria-expanded={isOpen}
                aria-controls={isOpen ? textId : undefined}
                onClick={() => setOpen(!isOpen)}
              >
                {label}
              </button>
            ) : (
              <span className="facet-label">{label}</span>
            )}
            <Drawing className="facet-track" markup={track(reading, { kind })} />
          </span>
        </th>
        <td className="facet-score">{Math.round(score)}</td>
        {hasLocal && (
          <td className="facet-score">{localScore === undefined ? '–' : Math.round(localScore)}</td>
        )}
        <td className="facet-level">{levelWord}</td>
      </tr>
      {meaning && isOpen && (
        <tr>
          <td className="facet-meaning" id={textId} colSpan={hasLocal ? 4 : 3}>
            <p>{fill(words.facets.high, { meaning: meaning.high })}</p>
            <p>{fill(words.facets.low, { meaning: meaning.low })}</p>
          </td>
        </tr>
      )}
    </>
  )
}

function Key() {
  const { stroke, halo, baseline, ticks } = words.facets.key
  return (
    <ul className="facet-key note">
      <li>{stroke}</li>
      <li>{halo}</li>
      <li>{baseline}</li>
      <li>{ticks}</li>
    </ul>
  )
}

function LocalNote({ local: { n, createdAt, norm } }: { local: LocalFocus }) {
  return (
    <p className="note person-local">
      <Sentence
        text={words.facets.localNote}
        slots={{ n, norm, date: <When at={createdAt} style="date" /> }}
      />
    </p>
  )
}
