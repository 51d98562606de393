import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { noticesQuery, queryClient, tagsQuery } from '../client/queries.ts'
import type { MemberNotices } from '../client/types.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'

type Kind = Exclude<keyof MemberNotices, 'email'>
type Choice = NonNullable<MemberNotices[Kind]>
/** Tags stay as they are if missing. */
type Change = { frequency: Choice['frequency']; tagIds?: string[] | null }

const kinds: readonly [Kind, string][] = [
  ['completed', 'Someone completes their assessments'],
  ['inviteFailed', 'An invite can’t be delivered'],
  ['erasureRequested', 'Someone asks to be deleted'],
]

const frequencies = {
  off: 'Off',
  atOnce: 'Right away',
  daily: 'Daily digest',
  weekly: 'Weekly digest',
} as const

/** Which emails the member gets about people. Each change is saved at once and can be undone. */
export function MemberNoticesForm() {
  const { data: notices, error, refetch } = useQuery(noticesQuery)
  const [sent, setSent] = useState<Partial<Record<Kind, Change>>>()
  if (error && !notices) return <FailureNote error={error} retry={() => void refetch()} />
  if (!notices) return <Skeleton width="100%" height={240} />
  return (
    <div className="setting-fields">
      <p>
        Choose which emails you get about people in this account. They go to you only. Digests arrive at 8:00
        in the account’s time zone, weekly ones on Mondays, and only if something happened. At most 20 emails
        a day are sent right away; the others arrive in one email the next morning.
      </p>
      {kinds.map(([kind, label]) => {
        const choice = notices[kind]
        return choice && <KindFields key={kind} {...{ kind, label, choice }} onSent={setSent} />
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
  label: string
  choice: Choice
  onSent: (body: { [K in Kind]?: Change }) => void
}

function KindFields({ kind, label, choice, onSent }: KindProps) {
  const [problem, setProblem] = useState<string>()
  const { frequency: current, tagIds } = choice
  const before: Change = { frequency: current, ...(tagIds?.length === 0 ? {} : { tagIds }) }
  const save = async (change: Change, undo?: Change) => {
    setProblem(undefined)
    const body = { [kind]: change }
    onSent(body)
    try {
      await saveNotices(kind, change)
      showToast('Emails saved.', undo ? { undo: () => save(undo) } : {})
    } catch (error) {
      setProblem(errorMessage(error, 'Couldn’t save. Try again.'))
    }
  }
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
          {Object.entries(frequencies).map(([frequency, words]) => (
            <option key={frequency} value={frequency}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {kind === 'erasureRequested' && hasScope('account:write') && (
        <p className="note">
          As an owner you get an email about each request right away in any case. A digest is sent in
          addition.
        </p>
      )}
      {isOn && choice.nextDigestAt && (
        <p className="note">
          Next digest: <When at={choice.nextDigestAt} style="moment" />
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
        The tags you chose were deleted, so you get no emails.{' '}
        <button type="button" className="button" onClick={() => onChange(null)}>
          Get them about everyone
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
          ? `Only people with ${tagIds.length === 1 ? 'one tag' : 'one of these tags'}`
          : 'About everyone'}
      </summary>
      <fieldset>
        <legend className="out-of-sight">{label}: only people with one of these tags</legend>
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
      <p className="note">Select tags to get emails only about people who have one of them.</p>
    </details>
  )
}

let last: Promise<unknown> = Promise.resolve()
let turns = 0

/** Shows the change at once, and sends changes one after the other, so the last one wins. */
async function saveNotices(kind: Kind, change: Change): Promise<void> {
  turns += 1
  const turn = turns
  await queryClient.cancelQueries({ queryKey: noticesQuery.queryKey })
  queryClient.setQueryData(noticesQuery.queryKey, (before) => {
    const choice = before?.[kind]
    return before && choice ? { ...before, [kind]: { ...choice, ...change } } : before
  })
  const sent = last.then(() => call('PATCH /member/notices', { body: { [kind]: change } }))
  last = sent.catch(() => undefined)
  try {
    const { notices } = await sent
    if (turn === turns) queryClient.setQueryData(noticesQuery.queryKey, notices)
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
    throw error
  }
}

function nullIfEmpty(tagIds: string[] | null): string[] | null {
  return tagIds && tagIds.length > 0 ? tagIds : null
}
