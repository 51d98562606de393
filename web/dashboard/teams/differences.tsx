import { Link } from '@tanstack/react-router'
import type { Team } from '../client/types.ts'
import { memberName } from './figures.ts'
import { words } from './words.ts'

/** Differences larger than the error of measurement, and who is at which end. */
export function Differences({ team: { differences, people } }: { team: Team }) {
  return (
    <section className="team-part" aria-labelledby="team-differences">
      <h2 className="section" id="team-differences">
        {words.differences.title}
      </h2>
      {differences.length === 0 ? (
        <p className="team-none">{words.differences.none}</p>
      ) : (
        <ul className="team-differences">
          {differences.map(({ scale, label, text, high, low }) => (
            <li key={scale}>
              <h3 className="team-difference-name">{label}</h3>
              <div>
                <p className="statement measure">{text}</p>
                <Side name={words.differences.higher} ids={high} people={people} />
                <Side name={words.differences.lower} ids={low} people={people} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Side({ name, ids, people }: { name: string; ids: readonly string[]; people: Team['people'] }) {
  return (
    <div className="team-side">
      <span className="note">{name}</span>
      <ul className="team-chips" aria-label={name}>
        {ids
          .flatMap((id) => people.find((person) => person.id === id) ?? [])
          .map((one) => (
            <li key={one.id}>
              <Link
                to="/people/$profileId"
                params={{ profileId: one.id }}
                className="team-chip"
                data-person={one.initials}
                title={memberName(one)}
              >
                <span dir="auto" aria-hidden="true">
                  {one.initials}
                </span>
                <span className="out-of-sight">{memberName(one)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
