import type { Core } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { corePlaces, valueNames } from '../words/result-names.ts'
import { words } from './words.ts'

/**
 * The values in order, the first five in decreasing size, each with the places that it may well have. Results of the
 * first scoring name only five. The API has no distances, so none are drawn.
 */
export function CoreList({ core }: { core: Core }) {
  return (
    <>
      <ol className="person-values">
        {corePlaces.map((rank, index) => {
          const value = valueNames[core[rank]]
          return (
            <li key={rank} className={`value-${index + 1}`}>
              <span className="value-rank">{index + 1}</span>
              <span>
                <span className="value-label">{value?.label ?? core[rank]}</span>
                <span className="value-note">{value?.note}</span>
                <span className="value-note">{placesWords(core.rank90?.[core[rank]], index + 1)}</span>
              </span>
            </li>
          )
        })}
        {restOf(core).map((key, index) => (
          <li key={key} className="value-rest">
            <span className="value-rank">{index + corePlaces.length + 1}</span>
            <span className="value-label">{valueNames[key]?.label ?? key}</span>
            <span className="value-note">
              {placesWords(core.rank90?.[key], index + corePlaces.length + 1)}
            </span>
          </li>
        ))}
      </ol>
      <p className="note">{core.rank90 ? words.core.withPlaces : words.core.withoutPlaces}</p>
    </>
  )
}

/** The keys after the first five: those with places are in order. */
function restOf({ rank90 = {} }: Core): string[] {
  return Object.keys(rank90).slice(corePlaces.length)
}

function placesWords(places: readonly number[] | undefined, rank: number): string {
  const [best = rank, worst = rank] = places ?? []
  if (best === worst) return ''
  return fill(words.core.places, { best, worst })
}
