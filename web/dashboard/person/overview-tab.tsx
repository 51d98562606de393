import { useRights } from '../client/rights.ts'
import type { Profile, Progress } from '../client/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { shortPersonName } from '../words/person-name.ts'
import { CampaignsPart } from './campaign-list.tsx'
import { CoreList } from './core-list.tsx'
import { DebriefPart, hasDebriefPart } from './debrief-part.tsx'
import { discFigure, toneFigure } from './figures.ts'
import { focusReadings } from './readings.ts'
import { TakeawaysPart } from './takeaways-part.tsx'
import { Unfinished } from './unfinished.tsx'
import { words } from './words.ts'

/** The results: headline and takeaways, tone, DISC next to Core, and the debrief; or the progress. */
export function OverviewTab({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const { focus, disc, core, scoring, isCompleted } = profile
  const { isCoach } = useRights()
  return (
    <>
      {isCompleted ? (
        <TakeawaysPart profile={profile} />
      ) : (
        <Unfinished profile={profile} progress={progress} />
      )}
      {focus && (
        <section className="person-focus" aria-labelledby="part-focus">
          <h2 className="section" id="part-focus">
            {assessmentNames.focus}
          </h2>
          <p className="note">{words.facets.lede}</p>
          <Drawing
            markup={toneFigure(focusReadings(focus, scoring?.standardErrors))}
            className="person-tone"
          />
        </section>
      )}
      {(disc || core) && (
        <div className="person-pair">
          {disc && (
            <section className="person-part" aria-labelledby="part-disc">
              <h2 className="section" id="part-disc">
                {assessmentNames.disc}
              </h2>
              <Drawing markup={discFigure(disc, scoring?.confidence.disc, shortPersonName(profile))} />
            </section>
          )}
          {core && (
            <section className="person-part" aria-labelledby="part-core">
              <h2 className="section" id="part-core">
                {assessmentNames.core}
              </h2>
              <CoreList core={core} />
            </section>
          )}
        </div>
      )}
      {hasDebriefPart(profile) && <DebriefPart profile={profile} />}
      {isCompleted && isCoach && <CampaignsPart profileId={profile.id} />}
    </>
  )
}
