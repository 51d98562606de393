import './tags.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CountedTag, tagsQuery, tagsRequest } from '../client/queries.ts'
import { canBeRestored, submitTagDeletion } from '../tagging/save-tag.ts'
import { TagDialog } from '../tagging/tag-dialog.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { DeleteTagDialog } from './delete-tag-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { TagRow } from './tag-row.tsx'
import { words } from './words.ts'

type Open = { kind: 'edit'; tag?: CountedTag } | { kind: 'members' | 'delete'; tag: CountedTag }

/** The account's tags, with their people and actions. */
export function TagsPage() {
  usePageTitle(words.title)
  const [open, setOpen] = useState<Open>()
  const { data: tags, error, refetch } = useQuery(tagsQuery)
  useShortcut('n', words.newTag, words.title, () => setOpen({ kind: 'edit' }))
  const close = () => setOpen(undefined)
  const remove = (tag: CountedTag) => void submitTagDeletion(tag).catch(() => undefined)
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        <button type="button" className="button button-main" onClick={() => setOpen({ kind: 'edit' })}>
          {words.newTag}
        </button>
      </header>
      {error && !tags && <FailureNote error={error} retry={() => void refetch()} />}
      {!tags && !error && <Loading />}
      {tags?.length === 0 && (
        <div className="empty">
          <p className="finding">{words.none}</p>
          <p>{words.noneText}</p>
        </div>
      )}
      {tags && tags.length > 0 && (
        <ul className="rule">
          {tags.map((tag) => (
            <TagRow
              key={tag.id}
              tag={tag}
              onEdit={() => setOpen({ kind: 'edit', tag })}
              onMembers={() => setOpen({ kind: 'members', tag })}
              onDelete={() => (canBeRestored(tag) ? remove(tag) : setOpen({ kind: 'delete', tag }))}
            />
          ))}
        </ul>
      )}
      {open?.kind === 'edit' && (
        <TagDialog
          {...(open.tag
            ? { tag: open.tag }
            : { existing: { verb: words.openExisting, choose: (tag) => setOpen({ kind: 'members', tag }) } })}
          onClose={close}
        />
      )}
      {open?.kind === 'members' && <MembersDialog tag={open.tag} onClose={close} />}
      {open?.kind === 'delete' && <DeleteTagDialog tag={open.tag} onDelete={remove} onClose={close} />}
      {(tags || error) && <ApiCall route="GET /tags" request={{ query: tagsRequest }} />}
    </>
  )
}

function Loading() {
  return (
    <div className="rule" role="status" aria-label={words.loading}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="row tag-row-loading">
          <Skeleton width={96} height={22} />
        </div>
      ))}
    </div>
  )
}
