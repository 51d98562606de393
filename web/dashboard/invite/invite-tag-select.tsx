import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { type CountedTag, queryClient, tagsQuery } from '../client/queries.ts'
import { Sentence } from '../language/sentence.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { words } from './words.ts'

const TagDialog = dialogOnDemand(words.tag.create, () =>
  import('../tagging/tag-dialog.tsx').then((module) => module.TagDialog),
)

/** The tag for new people: an existing one, or one created here. */
export function InviteTagSelect({ tagId, onChange }: { tagId: string; onChange: (tagId: string) => void }) {
  const mayTag = hasScope('tags:manage')
  const { data: tags, isError, refetch } = useQuery({ ...tagsQuery, enabled: mayTag })
  const [isMaking, setMaking] = useState(false)
  const before = useRef<readonly CountedTag[]>([])
  const chosen = tags?.find(({ id }) => id === tagId)
  // Drop a tag that was deleted or belongs to another account, so it is not sent invisibly.
  const isGone = tagId !== '' && (!mayTag || (tags !== undefined && !chosen))
  useEffect(() => {
    if (isGone) onChange('')
  }, [isGone, onChange])
  if (!mayTag) return null
  const close = () => {
    setMaking(false)
    const now = queryClient.getQueryData(tagsQuery.queryKey) ?? []
    const created = now.find(({ id }) => !before.current.some((one) => one.id === id))
    if (created) onChange(created.id)
  }
  return (
    <div className="invite-option">
      <div className="invite-option-head">
        <label className="field-label" htmlFor="invite-tag">
          {words.tag.label}
        </label>
        {chosen && <TagChip label={chosen.label} color={chosen.color} />}
        <button
          type="button"
          className="plain-button"
          onClick={() => {
            before.current = tags ?? []
            setMaking(true)
          }}
        >
          {words.tag.create}
        </button>
      </div>
      <select
        id="invite-tag"
        className="field"
        value={tagId}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{words.tag.none}</option>
        {tagId !== '' && !chosen && <option value={tagId}>{words.tag.chosen}</option>}
        {tags?.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {isError && !tags && (
        <p className="note">
          <Sentence
            text={words.tag.failed}
            marks={{
              again: (text) => (
                <button type="button" className="plain-button" onClick={() => void refetch()}>
                  {text}
                </button>
              ),
            }}
          />
        </p>
      )}
      {isMaking && (
        <TagDialog
          existing={{ verb: words.tag.useExisting, choose: ({ id }) => onChange(id) }}
          onClose={close}
        />
      )}
    </div>
  )
}
