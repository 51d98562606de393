import type { Profile, Quality, QualityReason, Timer } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { qualitySign, qualityWords } from '../words/quality-words.ts'
import { AttemptsPart } from './attempts-part.tsx'
import { durationText, totalOf } from './duration.ts'
import { FoldedSection, PersonSection } from './person-section.tsx'
import { ScoringProvenance } from './provenance.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { words } from './words.ts'

/** How far the answers can be trusted, how long they took, all attempts, and what the scores were made with. */
export function AnswersTab({ profile }: { profile: Profile }) {
  return (
    <>
      <PersonSection id="quality" title={words.quality.title} note={words.quality.note}>
        {profile.quality ? <QualityList quality={profile.quality} /> : <p>{words.quality.none}</p>}
      </PersonSection>
      <PersonSection id="time" title={words.times.title} note={words.times.note}>
        <Times timers={profile.timers} />
      </PersonSection>
      <AttemptsPart profile={profile} />
      {profile.scoring && (
        <FoldedSection id="scoring" title={words.scoring.title} note={words.scoring.note}>
          <ScoringProvenance scoring={profile.scoring} />
          {profile.quality && (
            <p className="second">
              {fill(words.quality.version, { version: profile.quality.version ?? '1' })}
            </p>
          )}
        </FoldedSection>
      )}
    </>
  )
}

function Times({ timers }: { timers: readonly Timer[] }) {
  const total = totalOf(timers)
  const { part, active, inactive, idle, started, completed } = words.times
  return (
    <ScrollArea label={words.times.table}>
      <BlockTable heads={[part, active, inactive, idle, started, completed]} bodyClass="figures">
        {timers.map((timer) => (
          <BlockRow key={timer.assessment}>
            <RowHead>{assessmentNames[timer.assessment]}</RowHead>
            <Spent {...timer} />
            <BlockCell label={started}>
              {timer.dateStarted ? <When at={timer.dateStarted} style="moment" /> : words.notYet}
            </BlockCell>
            <BlockCell label={words.times.done}>
              {timer.dateCompleted ? <When at={timer.dateCompleted} style="moment" /> : words.notYet}
            </BlockCell>
          </BlockRow>
        ))}
        <BlockRow>
          <RowHead>{words.times.all}</RowHead>
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
      <BlockCell label={words.times.active}>{durationText(activeSeconds)}</BlockCell>
      <BlockCell label={words.times.inactive}>{durationText(inactiveSeconds)}</BlockCell>
      <BlockCell label={words.times.idle}>{durationText(idleSeconds)}</BlockCell>
    </>
  )
}

function QualityList({ quality: { outcome, reasons, notes } }: { quality: Quality }) {
  return (
    <>
      <p className="statement">{qualityWords[outcome].long}</p>
      <Signs title={words.quality.noticed} reasons={reasons} />
      <Signs title={words.quality.known} reasons={notes} />
      {reasons.length + notes.length === 0 && <p className="second">{words.quality.noSigns}</p>}
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
              <span className="muted figures">{formatList([found, limit])}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
