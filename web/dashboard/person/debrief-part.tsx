import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { DebriefRatingForm } from './debrief-rating.tsx'
import { DebriefSource } from './debrief-source.tsx'
import { DebriefText } from './debrief-text.tsx'
import { useWriting, type Writing } from './debrief-writing.ts'
import { Elapsed } from './elapsed.tsx'
import { debriefQuery } from './queries.ts'
import { words } from './words.ts'

const route = getRouteApi('/framed/people/$profileId')

/** Whether the overview has this part: there are results, of this attempt or of one before. */
export function hasDebriefPart({ isCompleted, attempt }: Profile): boolean {
  return isCompleted || attempt > 1
}

/** The debrief in the chosen language: the stored text, a button to generate it, or its progress. */
export function DebriefPart({ profile }: { profile: Profile }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const account = useQuery(accountQuery)
  const { mayWriteDebriefs } = useRights()
  const locale = search.language ?? profile.locale ?? account.data?.preferences.locale ?? 'en'
  const debrief = useQuery(debriefQuery(profile.id, locale))
  const writing = useWriting(profile.id, locale)
  return (
    <section className="person-debrief" aria-labelledby="part-debrief">
      <header className="debrief-head">
        <div>
          <h2 className="section" id="part-debrief" tabIndex={-1}>
            {words.debrief.title}
          </h2>
          {debrief.data && writing.startedAt === undefined && (
            <DebriefSource
              debrief={debrief.data}
              name={shortPersonName(profile)}
              canWrite={profile.isCompleted && mayWriteDebriefs}
              writing={writing}
            />
          )}
        </div>
        <LanguageChoice
          label={words.debrief.language}
          value={locale}
          onChange={(chosen) =>
            void navigate({
              to: '/people/$profileId',
              params: { profileId: profile.id },
              search: chosen ? { language: chosen } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
      </header>
      {writing.error != null && (
        <FailureNote
          error={writing.error}
          retry={() => writing.write({ regenerate: debrief.data?.stale ?? false })}
        />
      )}
      {debrief.error && <FailureNote error={debrief.error} retry={() => void debrief.refetch()} />}
      {writing.startedAt !== undefined ? (
        <BeingWritten since={writing.startedAt} />
      ) : debrief.isPending ? (
        <Lines />
      ) : debrief.data ? (
        <>
          <DebriefText debrief={debrief.data} profile={profile} />
          <DebriefRatingForm key={debrief.data.id} debrief={debrief.data} />
        </>
      ) : (
        !debrief.error && <NotWritten profile={profile} writing={writing} />
      )}
    </section>
  )
}

function BeingWritten({ since }: { since: number }) {
  return (
    <div aria-busy="true">
      <p className="debrief-coming second">
        <span role="status">{words.debrief.beingWritten}</span> <Elapsed since={since} />
        <span className="muted"> {words.debrief.wait}</span>
      </p>
      <Lines />
    </div>
  )
}

/** Placeholder for three paragraphs. */
function Lines() {
  return (
    <div className="debrief-lines" aria-hidden="true">
      {['a', 'b', 'c'].map((paragraph) => (
        <p key={paragraph}>
          <Skeleton width="100%" height={20} />
          <Skeleton width="96%" height={20} />
          <Skeleton width="62%" height={20} />
        </p>
      ))}
    </div>
  )
}

function NotWritten({ profile, writing }: { profile: Profile; writing: Writing }) {
  const { mayWriteDebriefs, why } = useRights()
  return (
    <div className="empty">
      {profile.isCompleted ? (
        <>
          <p>{fill(words.debrief.notWritten, { name: shortPersonName(profile) })}</p>
          {mayWriteDebriefs ? (
            <button type="button" className="button button-main" onClick={() => writing.write()}>
              {words.debrief.write}
            </button>
          ) : (
            <p>{why}</p>
          )}
        </>
      ) : (
        <p>{words.debrief.later}</p>
      )}
    </div>
  )
}
