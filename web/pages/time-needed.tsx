import type { AssessmentFactsView } from '../../src/http/views/home-view.ts'
import { wholePartWords } from './link-facts.tsx'
import type { Speaker } from './messages.ts'

/** How long the assessments take: together, then each with what it consists of. */
export function TimeNeeded({
  assessments,
  speak,
}: {
  assessments: readonly AssessmentFactsView[]
  speak: Speaker
}) {
  const minutes = assessments.reduce((sum, { estimatedMinutes }) => sum + estimatedMinutes, 0)
  return (
    <>
      {speak.count('link.partCount', assessments.length, { minutes })}
      <ul class="parts">
        {assessments.map((assessment) => (
          <li key={assessment.id}>
            {speak.say('home.partTime', {
              part: wholePartWords(speak, assessment),
              minutes: assessment.estimatedMinutes,
            })}
          </li>
        ))}
      </ul>
    </>
  )
}
