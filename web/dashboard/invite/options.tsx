import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Tag } from '../api/types.ts'
import { queryClient, tagsQuery } from '../app/queries.ts'
import { locales } from '../settings/choices.ts'
import { may } from '../sign-in/access.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { assessmentsQuery } from './queries.ts'
import type { Way } from './verdicts.ts'

const TagDialog = dialogOnDemand('New tag', () =>
  import('../tags/tag-dialog.tsx').then((room) => room.TagDialog),
)

/** The tag that new people get: one that there is, or one that is made here. */
export function TagChoice({ tagId, onChange }: { tagId: string; onChange: (tagId: string) => void }) {
  const mayTag = may('tags:manage')
  const { data: tags, isError, refetch } = useQuery({ ...tagsQuery, enabled: mayTag })
  const [isMaking, setMaking] = useState(false)
  const before = useRef<readonly Tag[]>([])
  const chosen = tags?.find(({ id }) => id === tagId)
  // A tag that is no more, or never was on this account, is not sent along unseen.
  const isGone = tagId !== '' && (!mayTag || (tags !== undefined && !chosen))
  useEffect(() => {
    if (isGone) onChange('')
  }, [isGone, onChange])
  if (!mayTag) return null
  const close = () => {
    setMaking(false)
    const now = queryClient.getQueryData(tagsQuery.queryKey) ?? []
    const made = now.find(({ id }) => !before.current.some((one) => one.id === id))
    if (made) onChange(made.id)
  }
  return (
    <div className="invite-option">
      <div className="invite-option-head">
        <label className="field-label" htmlFor="invite-tag">
          Tag
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
          New tag
        </button>
      </div>
      <select
        id="invite-tag"
        className="field"
        value={tagId}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">No tag</option>
        {tagId !== '' && !chosen && <option value={tagId}>The chosen tag</option>}
        {tags?.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {isError && !tags && (
        <p className="note">
          The tags did not come.{' '}
          <button type="button" className="plain-button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {isMaking && <TagDialog onClose={close} />}
    </div>
  )
}

/** The language of the letter and of the pages; a row that names its own keeps it. */
export function Language({ locale, onChange }: { locale: string; onChange: (locale: string) => void }) {
  return (
    <div className="invite-option">
      <label className="field-label invite-option-head" htmlFor="invite-language">
        Language
      </label>
      <select
        id="invite-language"
        className="field"
        value={locale}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">As usual on the account</option>
        {locales.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** By which address links go, and whether people who are here already get a new one. */
export function SendBy({
  way,
  onWay,
  again,
  onAgain,
}: {
  way: Way
  onWay: (way: Way) => void
  again: boolean
  onAgain: (again: boolean) => void
}) {
  return (
    <div className="invite-option">
      <label className="field-label invite-option-head" htmlFor="invite-way">
        Send by
      </label>
      <select
        id="invite-way"
        className="field"
        value={way}
        onChange={(event) => onWay(event.target.value as Way)}
      >
        <option value="given">Email, or SMS without one</option>
        <option value="email">Email only</option>
        <option value="sms">SMS only</option>
      </select>
      <label className="invite-box">
        <input type="checkbox" checked={again} onChange={(event) => onAgain(event.target.checked)} />
        Also to those here already
      </label>
    </div>
  )
}

const every = ['disc', 'focus', 'core'] as const
type Chosen = readonly (typeof every)[number][]

/** What people are asked to take. As long as it is what is usual, nothing is fixed. */
export function Assessments({
  chosen,
  usual: given,
  onChange,
}: {
  chosen: Chosen | undefined
  /** What is usual on the account. */
  usual: Chosen | undefined
  onChange: (chosen: Chosen | undefined) => void
}) {
  const catalogue = useQuery({ ...assessmentsQuery, enabled: may('account:read') }).data
  const usual = given?.length ? given : every
  const now = chosen ?? usual
  const turn = (id: (typeof every)[number]) => {
    const next = every.filter((one) => (one === id ? !now.includes(id) : now.includes(one)))
    if (next.length === 0) return
    const isUsual = next.length === usual.length && next.every((one) => usual.includes(one))
    onChange(isUsual ? undefined : next)
  }
  const minutes = catalogue
    ?.filter(({ id }) => now.includes(id))
    .reduce((sum, { estimatedMinutes }) => sum + estimatedMinutes, 0)
  return (
    <fieldset className="invite-option">
      <legend className="field-label invite-option-head">What they take</legend>
      <div className="invite-assessments">
        {every.map((id) => (
          <label key={id} className="invite-box">
            <input
              type="checkbox"
              checked={now.includes(id)}
              // One at least is taken, so the last one cannot be put away.
              aria-disabled={now.length === 1 && now[0] === id}
              onChange={() => turn(id)}
            />
            {catalogue?.find((one) => one.id === id)?.name ?? names[id]}
          </label>
        ))}
        <span className="note">
          {minutes === undefined ? '\u00a0' : `About ${Math.round(minutes)} minutes`}
        </span>
      </div>
    </fieldset>
  )
}

const names = { disc: 'DISC', focus: 'Focus', core: 'Core' }
