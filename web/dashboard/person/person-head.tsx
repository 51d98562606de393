import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Profile, Progress } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { TagsDialog } from '../tagging/tags-dialog.tsx'
import { CampaignLink } from '../ui/campaign-link.tsx'
import { Menu } from '../ui/menu.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { When } from '../ui/when.tsx'
import type { LanguageCode } from '../words/languages.ts'
import { personName } from '../words/person-name.ts'
import { qualitySign, qualityWords } from '../words/quality-words.ts'
import { useCampaigns } from './campaign-list.tsx'
import { hasDebriefPart } from './debrief-part.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { durationText, totalOf } from './duration.ts'
import { EditDialog } from './edit-dialog.tsx'
import { exportPerson } from './export-person.ts'
import { ReportDialog } from './report-dialog.tsx'
import { RetakeDialog } from './retake-dialog.tsx'
import { words } from './words.ts'

type Open = 'share' | 'print' | 'tags' | 'edit' | 'retake' | 'delete'

/** A link within the overview leaves the debrief in the language that was chosen. */
const keptLanguage = ({ language }: { language?: LanguageCode }) => (language ? { language } : {})

const route = getRouteApi('/framed/people/$profileId')

/** Name, facts in one line, and actions. */
export function PersonHead({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const { mayShare, maySend, mayChange, mayTag, isCoach } = useRights()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open | undefined>(edit && mayChange ? 'edit' : undefined)
  const close = () => {
    setOpen(undefined)
    // So that the form doesn't open again with the page.
    if (edit) void navigate({ search: ({ edit: _, ...kept }) => kept, replace: true, resetScroll: false })
  }
  return (
    <>
      <header className="person-head">
        <h1 className="person" tabIndex={-1}>
          <bdi>{personName(profile)}</bdi>
        </h1>
        <div className="person-actions">
          {hasDebriefPart(profile) && (
            <Link
              to="/people/$profileId"
              params={{ profileId: profile.id }}
              search={keptLanguage}
              hash="part-debrief"
              className="button"
            >
              {words.debrief.title}
            </Link>
          )}
          {profile.isCompleted && mayShare && (
            <>
              <button type="button" className="button" onClick={() => setOpen('share')}>
                {words.head.share}
              </button>
              <button type="button" className="button" onClick={() => setOpen('print')}>
                {words.head.print}
              </button>
            </>
          )}
          {profile.isCompleted && isCoach && (
            // Coaches make no report. They print what they see: this page.
            <button type="button" className="button" onClick={() => print()}>
              {words.head.print}
            </button>
          )}
          {(mayShare || maySend || mayChange) && (
            <Menu
              label={fill(words.head.menu, { name: personName(profile) })}
              items={[
                mayChange && { label: words.edit.title, run: () => setOpen('edit') },
                maySend &&
                  profile.completedAssessments.length > 0 && {
                    label: words.retake.title,
                    run: () => setOpen('retake'),
                  },
                mayShare && { label: words.head.export, run: () => void exportPerson(profile) },
                mayChange && { label: words.delete.button, run: () => setOpen('delete') },
              ]}
            />
          )}
        </div>
        <Facts profile={profile} progress={progress}>
          {mayTag && (
            <button type="button" className="plain-button" onClick={() => setOpen('tags')}>
              {words.head.tags}
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
    <ul className="person-facts" aria-label={words.head.facts}>
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
      {!email && !phone && <li>{words.head.noAddress}</li>}
      <li>
        {isCompleted && dateCompleted ? (
          <Sentence text={words.head.completed} slots={{ date: <When at={dateCompleted} style="date" /> }} />
        ) : (
          fill(words.head.answered, { n: progress?.answered ?? 0, all: progress?.itemCount ?? 0 })
        )}
      </li>
      {activeSeconds > 0 && (
        <li>
          {fill(words.head.active, {
            duration: durationText(Math.max(60, Math.round(activeSeconds / 60) * 60)),
          })}
        </li>
      )}
      {quality && (
        <li>
          {quality.outcome === 'ok' ? (
            <Sentence text={words.head.noSigns} />
          ) : (
            qualityWords[quality.outcome].short
          )}
        </li>
      )}
      <CampaignFact profileId={profile.id} />
      {tags.map(({ id, label, color }) => (
        <li key={id}>
          <TagChip label={label} color={color} />
        </li>
      ))}
      {children && <li className="person-tag">{children}</li>}
    </ul>
  )
}

/** The latest campaign, and how many more there are. Coaches don't get the history: the overview has their list. */
function CampaignFact({ profileId }: { profileId: string }) {
  const campaigns = useCampaigns(profileId)
  const { isCoach } = useRights()
  const [campaign] = campaigns ?? []
  if (!campaigns || !campaign) return null
  const more = campaigns.length - 1
  return (
    <li>
      <Sentence text={words.head.campaign} slots={{ campaign: <CampaignLink campaign={campaign} /> }} />
      {more > 0 && (
        <>
          {' '}
          <Link
            to="/people/$profileId"
            params={{ profileId }}
            {...(isCoach
              ? { search: keptLanguage, hash: 'person-campaigns' }
              : { search: { tab: 'history' as const } })}
          >
            {count(words.head.otherCampaigns, more)}
          </Link>
        </>
      )}
    </li>
  )
}

/** A response quality warning, if any, comes before the results. */
function Doubt({ profile: { quality } }: { profile: Profile }) {
  if (!quality || quality.outcome === 'ok') return null
  return (
    <aside className="person-doubt" aria-label={words.head.doubts}>
      <p>{qualityWords[quality.outcome].long}</p>
      <ul>
        {quality.reasons.map((reason) => (
          <li key={`${reason.assessment} ${reason.index}`}>{qualitySign(reason).text}</li>
        ))}
      </ul>
      <p className="note">{words.head.doubtsNote}</p>
    </aside>
  )
}
