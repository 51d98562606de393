import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../api/call.ts'
import type { Tag } from '../api/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { nameOf } from '../ui/person-name.ts'
import { setMembers } from './changes.ts'
import { difference } from './difference.ts'

/** Who has the tag. What will be added and removed stands there before it is saved (66). */
export function MembersDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(tag.profiles))
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['people', 'choose', tag.id, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await call('GET /profiles', {
          query: search === '' ? { tagIds: [tag.id], limit: 100, sortProp: 'name' } : { search, limit: 50 },
          signal,
        })
      ).profiles,
  })
  const { added, removed } = difference(tag.profiles, [...chosen])
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <Dialog title={`Who is in ${tag.label}`} onClose={onClose}>
      <input
        className="field w-full"
        type="search"
        aria-label="Search by name"
        placeholder="Search by name to add somebody"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-3 h-[320px] overflow-y-auto" aria-label="People" aria-busy={found.isFetching}>
        {found.data?.map((one) => (
          <li key={one.id} className="border-b border-line">
            <label className="flex items-center gap-3 min-h-11">
              <input type="checkbox" checked={chosen.has(one.id)} onChange={() => toggle(one.id)} />
              <bdi>{nameOf(one)}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-[14px]" role="status">
        {added.length === 0 && removed.length === 0
          ? 'Nothing is changed yet.'
          : `${added.length} will be added, ${removed.length} removed. ${chosen.size} in all.`}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-main"
          disabled={added.length + removed.length === 0}
          onClick={() => {
            onClose()
            void setMembers(tag, [...chosen]).catch(() => undefined)
          }}
        >
          Save
        </button>
      </div>
    </Dialog>
  )
}
