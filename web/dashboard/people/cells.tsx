import { memo } from 'react'
import { fillingTone, smallTone } from '../../../src/charts/small-tone.ts'
import type { Profile, Progress } from '../client/types.ts'
import { formatList } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StyleLetters } from '../ui/style-letters.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { When } from '../ui/when.tsx'
import { qualityWords } from '../words/quality-words.ts'
import { personStatus } from './person-status.ts'
import { words } from './words.ts'

/** Parts shared by table rows and phone cards. */
export type PersonCellProps = {
  readonly profile: Profile
  readonly progress: Progress | undefined
}

/**
 * The small tone chart, or progress until there are results. Hidden from screen readers, since the row says the same
 * in words.
 */
export const Tone = memo(function Tone({
  focus,
  share,
  width,
}: {
  focus: Profile['focus']
  share: number
  width: 204 | 128
}) {
  return (
    <Drawing
      className="people-tone"
      markup={focus ? smallTone({ ...focus }, { width }) : fillingTone(share, { width })}
    />
  )
})

/** The share of answered items, from 0 to 1; 0 until it is known. */
export function completedShare({ isCompleted }: Profile, progress: Progress | undefined): number {
  if (isCompleted) return 1
  return progress ? progress.answered / Math.max(progress.itemCount, 1) : 0
}

export function Style({ profile: { disc } }: Pick<PersonCellProps, 'profile'>) {
  if (disc) return <StyleLetters style={disc.style} />
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="out-of-sight">{words.row.noStyle}</span>
    </span>
  )
}

/** The first tags, and the number of further ones. */
export function Tags({ profile: { tags = [] }, max }: Pick<PersonCellProps, 'profile'> & { max: number }) {
  const rest = tags.slice(max)
  const others = formatList(rest.map(({ label }) => label))
  return (
    <span className="people-tags">
      {tags.slice(0, max).map(({ id, label, color }) => (
        <TagChip key={id} label={label} color={color} />
      ))}
      {rest.length > 0 && (
        <span className="note" title={others}>
          <Sentence text={words.row.moreTags} slots={{ n: rest.length, tags: others }} />
        </span>
      )}
    </span>
  )
}

/** The mark of answers that can't be relied on, or only with care. */
function Doubt({ quality }: Pick<Profile, 'quality'>) {
  if (!quality || quality.outcome === 'ok') return null
  return (
    <span className="people-doubt" data-outcome={quality.outcome}>
      {quality.outcome === 'invalid' && <Icon name="warning" size={16} />}
      {qualityWords[quality.outcome].short}
    </span>
  )
}

export function State({
  profile,
  progress,
  isLate,
  onResend,
}: PersonCellProps & {
  /** Progress could not be loaded. */
  isLate: boolean
  onResend: ((profile: Profile, channel: 'email' | 'sms') => void) | undefined
}) {
  const standing = personStatus(profile, progress)
  if (!standing) {
    return isLate ? <span className="muted">{words.row.notKnown}</span> : <Skeleton width={112} />
  }
  const { words: state, at, kind, again } = standing
  return (
    <span className="people-state" data-kind={kind}>
      {kind === 'failed' && <Icon name="warning" size={16} />}
      <span>
        {at ? (
          <Sentence text={words.row.stateAt} slots={{ state, date: <When at={at} style="near" /> }} />
        ) : (
          state
        )}
      </span>
      <Doubt quality={profile.quality} />
      {again && onResend && (
        <button type="button" className="plain-button" onClick={() => onResend(profile, again)}>
          {profile.firstName === null ? (
            <Sentence text={words.row.resendNameless} />
          ) : (
            <Sentence text={words.row.resend} slots={{ name: profile.firstName }} />
          )}
        </button>
      )}
    </span>
  )
}
