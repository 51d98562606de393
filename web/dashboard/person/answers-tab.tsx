import type { Profile, Quality, QualityReason, Timer } from '../api/types.ts'
import { assessmentNames } from '../ui/assessment-names.ts'
import { BlockRow, BlockTable, Cell, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { AttemptsPart } from './attempts-part.tsx'
import { inWords, totalOf } from './duration.ts'
import { Part } from './part.tsx'
import { Provenance } from './provenance.tsx'
import { qualityWords, signOf } from './quality-words.ts'
import { Scroll } from './scroll.tsx'

/** How the results came about: time, care, where the scores come from, and the attempts. */
export function AnswersTab({ profile }: { profile: Profile }) {
  return (
    <>
      <Part
        id="time"
        title="Time"
        note="Active: at it. Inactive: the page open but not in front. Idle: in front, without a sign for over 30 seconds."
      >
        <Times timers={profile.timers} />
      </Part>
      <Part id="quality" title="Quality" note="How far the answers can be trusted. Never part of a score.">
        {profile.quality ? <QualityList quality={profile.quality} /> : <p>Nothing to judge yet.</p>}
      </Part>
      {profile.scoring && (
        <Part
          id="scoring"
          title="Scoring"
          note="With the same answers, form, version and norm the scores come out again."
        >
          <Provenance scoring={profile.scoring} />
        </Part>
      )}
      <AttemptsPart profile={profile} />
    </>
  )
}

function Times({ timers }: { timers: readonly Timer[] }) {
  const total = totalOf(timers)
  return (
    <Scroll label="Time of each part">
      <BlockTable heads={['Part', 'Active', 'Inactive', 'Idle', 'Started', 'Done']} bodyClass="figures">
        {timers.map((timer) => (
          <BlockRow key={timer.assessment}>
            <RowHead>{assessmentNames[timer.assessment]}</RowHead>
            <Spent {...timer} />
            <Cell label="Started">
              {timer.dateStarted ? <When at={timer.dateStarted} style="moment" /> : 'not yet'}
            </Cell>
            <Cell label="Done">
              {timer.dateCompleted ? <When at={timer.dateCompleted} style="moment" /> : 'not yet'}
            </Cell>
          </BlockRow>
        ))}
        <BlockRow>
          <RowHead>All</RowHead>
          <Spent {...total} />
          <Cell />
          <Cell />
        </BlockRow>
      </BlockTable>
    </Scroll>
  )
}

function Spent({ activeSeconds, inactiveSeconds, idleSeconds }: ReturnType<typeof totalOf>) {
  return (
    <>
      <Cell label="Active">{inWords(activeSeconds)}</Cell>
      <Cell label="Inactive">{inWords(inactiveSeconds)}</Cell>
      <Cell label="Idle">{inWords(idleSeconds)}</Cell>
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
          const { text, found, limit } = signOf(reason)
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
