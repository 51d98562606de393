import type { Profile, Quality, QualityReason, Timer } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { qualitySign, qualityWords } from '../words/quality-words.ts'
import { AttemptsPart } from './attempts-part.tsx'
import { durationText, totalOf } from './duration.ts'
import { PersonSection } from './person-section.tsx'
import { ScoringProvenance } from './provenance.tsx'
import { ScrollArea } from './scroll-area.tsx'

/** How the results came about: time, response quality, scoring versions, and attempts. */
export function AnswersTab({ profile }: { profile: Profile }) {
  return (
    <>
      <PersonSection
        id="time"
        title="Time"
        note="Active: at it. Inactive: the page open but not in front. Idle: in front, without a sign for over 30 seconds."
      >
        <Times timers={profile.timers} />
      </PersonSection>
      <PersonSection
        id="quality"
        title="Quality"
        note="How far the answers can be trusted. Never part of a score."
      >
        {profile.quality ? <QualityList quality={profile.quality} /> : <p>Nothing to judge yet.</p>}
      </PersonSection>
      {profile.scoring && (
        <PersonSection
          id="scoring"
          title="Scoring"
          note="With the same answers, form, version and norm the scores come out again."
        >
          <ScoringProvenance scoring={profile.scoring} />
        </PersonSection>
      )}
      <AttemptsPart profile={profile} />
    </>
  )
}

function Times({ timers }: { timers: readonly Timer[] }) {
  const total = totalOf(timers)
  return (
    <ScrollArea label="Time of each part">
      <BlockTable heads={['Part', 'Active', 'Inactive', 'Idle', 'Started', 'Completed']} bodyClass="figures">
        {timers.map((timer) => (
          <BlockRow key={timer.assessment}>
            <RowHead>{assessmentNames[timer.assessment]}</RowHead>
            <Spent {...timer} />
            <BlockCell label="Started">
              {timer.dateStarted ? <When at={timer.dateStarted} style="moment" /> : 'not yet'}
            </BlockCell>
            <BlockCell label="Done">
              {timer.dateCompleted ? <When at={timer.dateCompleted} style="moment" /> : 'not yet'}
            </BlockCell>
          </BlockRow>
        ))}
        <BlockRow>
          <RowHead>All</RowHead>
          <Spent {...total} />
          <BlockCell />
          <BlockCell />
        </BlockRow>
      </BlockTable>
    </ScrollArea>
  )
}

function Spent({ activeSeconds, inactiveSeconds, idleSeconds }: ReturnType<typeof totalOf>) {
  return (
    <>
      <BlockCell label="Active">{durationText(activeSeconds)}</BlockCell>
      <BlockCell label="Inactive">{durationText(inactiveSeconds)}</BlockCell>
      <BlockCell label="Idle">{durationText(idleSeconds)}</BlockCell>
    </>
  )
}

function QualityList({ quality: { outcome, reasons, notes, version } }: { quality: Quality }) {
  return (
    <>
      <p className="statement">{qualityWords[outcome].long}</p>
      <Signs title="What was noticed" reasons={reasons} />
      <Signs title="Worth knowing; it changes nothing" reasons={notes} />
      {reasons.length + notes.length === 0 && <p className="second">No index went beyond its limit.</p>}
      <p className="note">Judged by the rules of version {version ?? '1'}.</p>
    </>
  )
}

function Signs({ title, reasons }: { title: string; reasons: readonly QualityReason[] }) {
  if (reasons.length === 0) return null
  return (
    <>
      <h3 className="second muted">{title}</h3>
      <ul className="person-signs">
        {reasons.map((reason) => {
          const { text, found, limit } = qualitySign(reason)
          return (
            <li key={`${reason.assessment} ${reason.index}`}>
              <span>{text}</span>
              <span className="muted figures">
                {found}, {limit}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
