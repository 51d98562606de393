import type { Core } from '../client/types.ts'
import { corePlaces, valueNames } from '../words/result-names.ts'

/** The first five values in order, in decreasing size. The API has no distances, so none are drawn. */
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
              </span>
            </li>
          )
        })}
      </ol>
      <p className="note">
        The first five of thirteen values, in this person’s order. Neighbours can be nearly equal; the printed
        report shows all thirteen and which of them are too close to call.
      </p>
    </>
  )
}
