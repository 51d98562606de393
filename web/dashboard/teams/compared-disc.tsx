import { useMemo } from 'react'
import type { TeamMember } from '../client/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { StyleLetters } from '../ui/style-letters.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { discLetterNames } from '../words/result-names.ts'
import { memberName, teamMap } from './figures.ts'
import { PersonMark } from './person-mark.tsx'
import { words } from './words.ts'

const letters = ['d', 'i', 's', 'c'] as const
/** Each person has their own lane, so that no mark covers another; in px, as in the rows of traits. */
const lane = 13

/**
 * DISC side by side: the map, with the four scores next to it, because opposite styles meet in the middle of the map.
 */
export function ComparedDisc({ people }: { people: readonly TeamMember[] }) {
  const map = useMemo(() => teamMap(people), [people])
  return (
    <section className="team-part" aria-labelledby="compare-disc">
      <h2 className="section" id="compare-disc">
        {assessmentNames.disc}
      </h2>
      <div className="compare-disc">
        <Drawing markup={map} />
        <table className="compare-letters">
          <caption className="out-of-sight">{words.comparedDisc.caption}</caption>
          <thead>
            <tr>
              <td>{words.comparedDisc.axis}</td>
              {people.map((person, index) => (
                <th key={person.id} scope="col" data-person={person.initials}>
                  <PersonMark index={index} />
                  <bdi>{person.initials}</bdi>
                  <span className="out-of-sight">{memberName(person)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{words.comparedDisc.style}</th>
              {people.map(({ id, disc }) => (
                <td key={id}>{disc ? <StyleLetters style={disc.style} /> : '–'}</td>
              ))}
            </tr>
            {letters.map((letter) => (
              <tr key={letter}>
                <th scope="row">
                  {discLetterNames[letter]}
                  <span
                    className="compare-lane"
                    style={{ blockSize: 4 + lane * people.length }}
                    aria-hidden="true"
                  >
                    {people.map(({ id, disc }, index) =>
                      disc ? (
                        <span
                          key={id}
                          style={{ insetInlineStart: `${disc[letter]}%`, insetBlockStart: lane * index }}
                        >
                          <PersonMark index={index} />
                        </span>
                      ) : null,
                    )}
                  </span>
                </th>
                {people.map(({ id, disc }) => (
                  <td key={id}>{disc ? Math.round(disc[letter]) : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
