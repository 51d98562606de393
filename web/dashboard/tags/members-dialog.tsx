import '../tagging/dialogs.css'
import '../tagging/tagging.css'
import { useState } from 'react'
import type { CountedTag } from '../client/queries.ts'
import type { Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { changeTags } from '../tagging/change-tags.ts'
import { changeTo, grownBy, hasTag } from '../tagging/tag-change.ts'
import { tagMembersTexts } from '../tagging/tag-change-texts.ts'
import { TagDifference } from '../tagging/tag-difference.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { personName } from '../words/person-name.ts'
import { useMembers } from './members.ts'
import { words } from './words.ts'

/** Chooses the people with a tag. What will be added and removed is shown before saving. */
export function MembersDialog({ tag, onClose }: { tag: CountedTag; onClose: () => void }) {
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [text, setText] = useState('')
  const members = useMembers(tag.id, useDebounced(text.trim()))
  const change = changeTo(tag, wishes)
  const isChanged = change.add.length + change.remove.length > 0
  const toggle = (person: Profile) => {
    const next = new Map(wishes)
    if (!next.delete(person.id)) next.set(person.id, !hasTag(person, tag.id))
    setWishes(next)
  }
  return (
    <Dialog title={fill(words.members.title, { tag: tag.label })} onClose={onClose}>
      <input
        className="field tag-search"
        type="search"
        aria-label={words.members.search}
        placeholder={words.members.searchHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="tag-members">
        <ul aria-label={words.members.list} aria-busy={members.isFetching}>
          {members.people.map((person) => (
            <li key={person.id} className="row">
              <label className="tag-member">
                <input
                  type="checkbox"
                  checked={wishes.get(person.id) ?? hasTag(person, tag.id)}
                  onChange={() => toggle(person)}
                />
                <bdi>{personName(person)}</bdi>
              </label>
            </li>
          ))}
        </ul>
        {members.error && <FailureNote error={members.error} retry={members.retry} />}
        {members.showMore && (
          <button type="button" className="plain-button" onClick={members.showMore}>
            {fill(words.members.showMore, { shown: members.people.length, total: members.total })}
          </button>
        )}
      </div>
      <TagDifference>
        {isChanged &&
          fill(words.members.change, {
            added: change.add.length,
            removed: change.remove.length,
            total: tag.profileCount + grownBy([change]),
          })}
      </TagDifference>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button
          type="button"
          className="button button-main"
          disabled={!isChanged}
          onClick={() => {
            onClose()
            void changeTags([change], { texts: tagMembersTexts(tag.label, tag.profileCount) })
          }}
        >
          {words.members.save}
        </button>
      </div>
    </Dialog>
  )
}
