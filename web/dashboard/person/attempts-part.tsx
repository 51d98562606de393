import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Attempt, Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { qualityWords } from '../words/quality-words.ts'
import { ChangeText } from './change-text.tsx'
import { PersonSection } from './person-section.tsx'
import { attemptsQuery } from './queries.ts'
import { RetakeDialog } from './retake-dialog.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { words } from './words.ts'

const route = getRouteApi('/framed/people/$profileId')

/** All attempts, the changes between two of them, and a button for a retake. */
export function AttemptsPart({ profile }: { profile: Profile }) {
  const attempts = useQuery(attemptsQuery(profile.id))
  const [isOffering, setOffering] = useState(false)
  const { maySend } = useRights()
  return (
    <PersonSection id="attempts" title={words.attempts.title} note={words.attempts.note}>
      {attempts.isPending && <Skeleton width="100%" height={120} />}
      {attempts.error && <FailureNote error={attempts.error} retry={() => void attempts.refetch()} />}
      {attempts.data && <AttemptTable attempts={attempts.data} />}
      {maySend && profile.completedAssessments.length > 0 && (
        <button type="button" className="button" onClick={() => setOffering(true)}>
          {words.retake.title}
        </button>
      )}
      {attempts.data && <Comparison attempts={attempts.data} profileId={profile.id} />}
      {isOffering && <RetakeDialog profile={profile} onClose={() => setOffering(false)} />}
    </PersonSection>
  )
}

function AttemptTable({ attempts }: { attempts: readonly Attempt[] }) {
  const { attempt: number, completed, parts, answers } = words.attempts
  return (
    <ScrollArea label={words.attempts.table}>
      <BlockTable heads={[number, completed, parts, answers]}>
        {attempts.map(({ attempt, isCurrent, dateCompleted, completedAssessments, carriedFrom, quality }) => (
          <BlockRow key={attempt}>
            <RowHead>{isCurrent ? fill(words.attempts.present, { n: attempt }) : attempt}</RowHead>
            <BlockCell label={words.attempts.done}>
              {dateCompleted ? <When at={dateCompleted} style="date" /> : words.notYet}
            </BlockCell>
            <BlockCell label={parts}>
              {formatList(completedAssessments.map((id) => partName(id, carriedFrom[id]))) ||
                words.attempts.none}
            </BlockCell>
            <BlockCell label={answers}>{quality ? qualityWords[quality.outcome].short : '–'}</BlockCell>
          </BlockRow>
        ))}
      </BlockTable>
    </ScrollArea>
  )
}

function partName(id: keyof typeof assessmentNames, from: number | undefined): string {
  const assessment = assessmentNames[id]
  return from === undefined ? assessment : fill(words.attempts.fromAttempt, { assessment, n: from })
}

function Comparison({ attempts, profileId }: { attempts: readonly Attempt[]; profileId: string }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const done = attempts.filter(({ completedAssessments }) => completedAssessments.length > 0)
  const find = (number: number | undefined) => done.find(({ attempt }) => attempt === number)
  const [later, earlier] = [find(search.later) ?? done[0], find(search.earlier) ?? done[1]]
  if (!later || !earlier) return null
  const choose = (chosen: { earlier?: number; later?: number }) =>
    void navigate({
      to: '/people/$profileId',
      params: { profileId },
      search: { tab: 'answers', earlier: earlier.attempt, later: later.attempt, ...chosen },
      replace: true,
      resetScroll: false,
    })
  const [one, other] = earlier.attempt < later.attempt ? [earlier, later] : [later, earlier]
  return (
    <section className="person-comparison" aria-labelledby="comparison">
      <h3 className="statement" id="comparison">
        {fill(words.attempts.compared, { earlier: one.attempt, later: other.attempt })}
      </h3>
      {done.length > 2 && (
        <div className="page-actions">
          <AttemptChoice
            label={words.attempts.from}
            attempts={done}
            value={earlier.attempt}
            onChange={(chosen) => choose({ earlier: chosen })}
          />
          <AttemptChoice
            label={words.attempts.to}
            attempts={done}
            value={later.attempt}
            onChange={(chosen) => choose({ later: chosen })}
          />
        </div>
      )}
      {one === other ? <p>{words.attempts.same}</p> : <ChangeText earlier={one} later={other} />}
    </section>
  )
}

function AttemptChoice({
  label,
  attempts,
  value,
  onChange,
}: {
  label: string
  attempts: readonly Attempt[]
  value: number
  onChange: (attempt: number) => void
}) {
  return (
    <label className="field-label">
      {label}
      <select className="field" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {attempts.map(({ attempt }) => (
          <option key={attempt} value={attempt}>
            {fill(words.attempts.numbered, { n: attempt })}
          </option>
        ))}
      </select>
    </label>
  )
}
