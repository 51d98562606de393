import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CountedTag } from '../client/queries.ts'
import type { SavedTeam } from '../client/types.ts'
import { fill, formFor } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import type { TeamSearch } from './search.ts'
import { words } from './words.ts'

/** All tags with their number of people. The team is everyone with any of the selected tags and in any selected team. */
export function TeamTagFilter({ tags, chosen }: { tags: readonly CountedTag[]; chosen: readonly string[] }) {
  const entries = tags.map(({ id, label, color, profileCount }) => ({ id, label, color, profileCount }))
  return <Choices name={words.choices.tags} entries={entries} chosen={chosen} turned="tagIds" />
}

/** All saved teams, in the same way. */
export function SavedTeamFilter({
  teams,
  chosen,
}: {
  teams: readonly SavedTeam[]
  chosen: readonly string[]
}) {
  const entries = teams.map(({ id, name, color, profileCount }) => ({ id, label: name, color, profileCount }))
  return <Choices name={words.choices.savedTeams} entries={entries} chosen={chosen} turned="savedTeamIds" />
}

/** So many are shown before the rest is asked for. One or two more would save no space. */
const fewest = 12

type Entry = Pick<CountedTag, 'id' | 'label' | 'color' | 'profileCount'>

function Choices({
  name,
  entries,
  chosen,
  turned,
}: {
  name: string
  entries: readonly Entry[]
  chosen: readonly string[]
  turned: 'tagIds' | 'savedTeamIds'
}) {
  const navigate = useNavigate()
  const list = useRef<HTMLUListElement>(null)
  const [isAll, setAll] = useState(
    () => entries.length <= fewest + 2 || entries.slice(fewest).some(({ id }) => chosen.includes(id)),
  )
  const showAll = () => {
    setAll(true)
    // The pressed button is gone then, so the focus moves to the first entry that is new.
    requestAnimationFrame(() => list.current?.children[fewest]?.querySelector('button')?.focus())
  }
  const turn = (id: string) => {
    // From the address at that time: a second click can come before the first is rendered.
    const search = ({ tagIds, savedTeamIds }: TeamSearch): TeamSearch => {
      const before = (turned === 'tagIds' ? tagIds : savedTeamIds) ?? []
      const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
      const after = ids.length > 0 ? ids : undefined
      return turned === 'tagIds' ? { tagIds: after, savedTeamIds } : { tagIds, savedTeamIds: after }
    }
    void navigate({ to: '/teams', search, resetScroll: false })
  }
  return (
    <div className="team-choices">
      <p className="note" id={`choices-${turned}`}>
        {name}
      </p>
      <ul ref={list} className="team-tags" aria-labelledby={`choices-${turned}`}>
        {(isAll ? entries : entries.slice(0, fewest)).map(({ id, label, color, profileCount }) => (
          <li key={id}>
            <button
              type="button"
              className="team-tag"
              aria-pressed={chosen.includes(id)}
              onClick={() => turn(id)}
            >
              <span className="team-tag-sign">{chosen.includes(id) && <Icon name="check" size={16} />}</span>
              <TagChip label={label} color={color} />
              <span className="figures">
                <Sentence text={formFor(words.choices.people, profileCount)} slots={{ n: profileCount }} />
              </span>
            </button>
          </li>
        ))}
        {!isAll && (
          <li>
            <button type="button" className="button button-small" onClick={showAll}>
              {fill(words.choices.all, { n: entries.length })}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}
