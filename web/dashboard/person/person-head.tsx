import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Profile, Progress } from '../client/types.ts'
import { TagsDialog } from '../tagging/tags-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { When } from '../ui/when.tsx'
import { personName } from '../words/person-name.ts'
import { qualitySign, qualityWords } from '../words/quality-words.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { durationText, totalOf } from './duration.ts'
import { EditDialog } from './edit-dialog.tsx'
import { exportPerson } from './export-person.ts'
import { ReportDialog } from './report-dialog.tsx'
import { RetakeDialog } from './retake-dialog.tsx'

type Open = 'share' | 'print' | 'tags' | 'edit' | 'retake' | 'delete'

/** Name, facts in one line, and actions. */
export function PersonHead({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { mayShare, maySend, mayChange, mayTag } = useRights()
  return (
    <>
      <header className="person-head">
        <h1 className="person" tabIndex={-1}>
          <bdi>{personName(profile)}</bdi>
        </h1>
        <div className="person-actions">
          {profile.isCompleted && mayShare && (
            <>
              <button type="button" className="button" onClick={() => setOpen('share')}>
                Share
              </button>
              <button type="button" className="button" onClick={() => setOpen('print')}>
                Print
              </button>
            </>
          )}
          {(mayShare || maySend || mayChange) && (
            <Menu
              label={`More about ${personName(profile)}`}
              items={[
                mayChange && { label: 'Edit name and addresses', run: () => setOpen('edit') },
                maySend &&
                  profile.completedAssessments.length > 0 && {
                    label: 'Request a retake',
                    run: () => setOpen('retake'),
                  },
                mayShare && { label: 'Export all data', run: () => void exportPerson(profile) },
                mayChange && { label: 'Delete', run: () => setOpen('delete') },
              ]}
            />
          )}
        </div>
        <Facts profile={profile} progress={progress}>
          {mayTag && (
            <button type="button" className="plain-button" onClick={() => setOpen('tags')}>
              Edit tags
            </button>
          )}
        </Facts>
        <Doubt profile={profile} />
      </header>
      {(open === 'share' || open === 'print') && (
        <ReportDialog profile={profile} purpose={open} onClose={close} />
      )}
      {open === 'tags' && <TagsDialog people={[profile]} onClose={close} />}
      {open === 'edit' && <EditDialog profile={profile} onClose={close} />}
      {open === 'retake' && <RetakeDialog profile={profile} onClose={close} />}
      {open === 'delete' && <DeleteDialog profile={profile} onClose={close} />}
    </>
  )
}

function Facts({
  profile,
  progress,
  children,
}: {
  profile: Profile
  progress: Progress | null
  children: React.ReactNode
}) {
  const { email, phone, dateCompleted, isCompleted, quality, tags = [] } = profile
  const { activeSeconds } = totalOf(profile.timers)
  return (
    <ul className="person-facts" aria-label="Facts">
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {phone && (
        <li>
          <a href={`tel:${phone}`}>{phone}</a>
        </li>
      )}
      {!email && !phone && <li>No address</li>}
      <li>
        {isCompleted && dateCompleted ? (
          <>
            Completed <When at={dateCompleted} style="date" />
          </>
        ) : (
          `${progress?.answered ?? 0} of ${progress?.itemCount ?? 0} answered`
        )}
      </li>
      {activeSeconds > 0 && <li>{durationText(Math.max(60, Math.round(activeSeconds / 60) * 60))} active</li>}
      {quality && (
        <li>
          {quality.outcome === 'ok' ? (
            <>
              No warning signs<span className="out-of-sight"> in the answers</span>
            </>
          ) : (
            qualityWords[quality.outcome].short
          )}
        </li>
      )}
      {tags.map(({ id, label, color }) => (
        <li key={id}>
          <TagChip label={label} color={color} />
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  )
}

/** A response quality warning, if any, comes before the results. */
function Doubt({ profile: { quality } }: { profile: Profile }) {
  if (!quality || quality.outcome === 'ok') return null
  return (
    <aside className="person-doubt" aria-label="Doubts about the answers">
      <p>{qualityWords[quality.outcome].long}</p>
      <ul>
        {quality.reasons.map((reason) => (
          <li key={`${reason.assessment} ${reason.index}`}>{qualitySign(reason).text}</li>
        ))}
      </ul>
      <p className="note">
        None of this is a judgement of the person. Tiredness or an interruption can be enough.
      </p>
    </aside>
  )
}
