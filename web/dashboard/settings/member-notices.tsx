import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { noticesQuery, queryClient, tagsQuery } from '../client/queries.ts'
import type { MemberNotices } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

type Kind = Exclude<keyof MemberNotices, 'email'>
type Choice = NonNullable<MemberNotices[Kind]>
/** Tags stay as they are if missing. */
type Change = { frequency: Choice['frequency']; tagIds?: string[] | null }

const kinds: readonly Kind[] = ['completed', 'inviteFailed', 'erasureRequested']
const frequencies = ['off', 'atOnce', 'daily', 'weekly'] as const

type Changes = { [K in Kind]?: Change }

/** Which emails the member gets about people. Each change is saved at once and can be undone. */
export function MemberNoticesForm() {
  const { data: notices, error, refetch } = useQuery(noticesQuery)
  const [sent, setSent] = useState<Changes>()
  // Beside the query, because a choice that is pending must not end in a render that still has the stored one of before.
  const [pending, setPending] = useState<Changes>({})
  if (error && !notices) return <FailureNote error={error} retry={() => void refetch()} />
  if (!notices) return <Skeleton width="100%" height={240} />
  return (
    <div className="setting-fields">
      <p>{words.notices.text}</p>
      {kinds.map((kind) => {
        const choice = notices[kind]
        if (!choice) return null
        const shown = { ...choice, ...pending[kind] }
        const start = (change: Change) => {
          setSent({ [kind]: change })
          setPending((all) => ({ ...all, [kind]: change }))
        }
        const end = (change: Change) =>
          setPending((all) => {
            if (all[kind] !== change) return all
            const { [kind]: _, ...others } = all
            return others
          })
        return <KindFields key={kind} {...{ kind, choice: shown, start, end }} />
      })}
      {sent ? (
        <ApiCall route="PATCH /member/notices" request={{ body: sent }} />
      ) : (
        <ApiCall route="GET /member/notices" request={{}} />
      )}
    </div>
  )
}

type KindProps = {
  kind: Kind
  /** The change that is being saved, or else what is stored. */
  choice: Choice
  /** Shows a change until the service has answered. */
  start: (change: Change) => void
  end: (change: Change) => void
}

function KindFields({ kind, choice, start, end }: KindProps) {
  const label = words.notices.kinds[kind]
  const [problem, setProblem] = useState<string>()
  const { frequency: current, tagIds } = choice
  const before: Change = { frequency: current, ...(tagIds?.length === 0 ? {} : { tagIds }) }
  /** Rejects if it is refused: an undo has its own message, because this page may have been left meanwhile. */
  const send = async (change: Change, undo?: Change) => {
    setProblem(undefined)
    start(change)
    try {
      await saveNotices(kind, change)
      showToast(words.notices.saved, undo ? { undo: () => send(undo) } : {})
    } finally {
      end(change)
    }
  }
  const save = (change: Change, undo?: Change) =>
    send(change, undo).catch((error: unknown) => setProblem(errorMessage(error, words.notices.failed)))
  const isOn = choice.frequency !== 'off'
  return (
    <div className="notice-kind">
      <label className="field-label">
        {label}
        <select
          className="field"
          value={choice.frequency}
          onChange={(event) => {
            const frequency = event.target.value as Choice['frequency']
            void save({ frequency }, before)
          }}
        >
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency}>
              {words.notices.frequencies[frequency]}
            </option>
          ))}
        </select>
      </label>
      {kind === 'erasureRequested' && hasScope('account:write') && (
        <p className="note">{words.notices.forOwners}</p>
      )}
      {isOn && choice.nextDigestAt && (
        <p className="note">
          <Sentence
            text={words.notices.nextDigest}
            slots={{ when: <When at={choice.nextDigestAt} style="moment" /> }}
          />
        </p>
      )}
      {isOn && (
        <TagChoice
          label={label}
          tagIds={tagIds}
          onChange={(chosen) => void save({ frequency: current, tagIds: chosen }, before)}
        />
      )}
      {problem && (
        <p className="field-problem" role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
    </div>
  )
}

type TagProps = { label: string; tagIds: string[] | null; onChange: (tagIds: string[] | null) => void }

/** No tag means everyone, except if all the chosen tags were deleted. */
function TagChoice({ label, tagIds, onChange }: TagProps) {
  const { data: tags = [] } = useQuery(tagsQuery)
  if (tagIds?.length === 0) {
    return (
      <p className="note">
        {words.notices.tagsDeleted}{' '}
        <button type="button" className="button" onClick={() => onChange(null)}>
          {words.notices.returnToEveryone}
        </button>
      </p>
    )
  }
  if (tags.length === 0) return null
  const toggle = (id: string, isChosen: boolean) => {
    const others = (tagIds ?? []).filter((one) => one !== id)
    onChange(nullIfEmpty(isChosen ? [...others, id] : others))
  }
  return (
    <details className="notice-tags">
      <summary>
        {tagIds
          ? tagIds.length === 1
            ? words.notices.withTag
            : words.notices.withTags
          : words.notices.everyone}
      </summary>
      <fieldset>
        <legend className="out-of-sight">{fill(words.notices.tagsOf, { notice: label })}</legend>
        {tags.map(({ id, label: tag, color }) => (
          <label key={id} className="setting-check">
            <input
              type="checkbox"
              checked={tagIds?.includes(id) ?? false}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            <TagChip label={tag} color={color} />
          </label>
        ))}
      </fieldset>
      <p className="note">{words.notices.tagsHint}</p>
    </details>
  )
}

let last: Promise<unknown> = Promise.resolve()

/** Sends changes one after the other, so the last one wins. */
async function saveNotices(kind: Kind, change: Change): Promise<void> {
  const sent = last.then(() => call('PATCH /member/notices', { body: { [kind]: change } }))
  last = sent.catch(() => undefined)
  try {
    const { notices } = await sent
    // An answer on its way may be older.
    await queryClient.cancelQueries({ queryKey: noticesQuery.queryKey })
    queryClient.setQueryData(noticesQuery.queryKey, notices)
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
    throw error
  }
}

function nullIfEmpty(tagIds: string[] | null): string[] | null {
  return tagIds && tagIds.length > 0 ? tagIds : null
}
