import type { ComponentChildren } from 'preact'
import type { AssessmentFactsView } from '../../src/http/views/home-view.ts'
import type { LinkView } from '../../src/http/views/link-view.ts'
import type { Speaker } from './messages.ts'

/** Facts before the start: purpose, length, who sees the results, retention, language, last day, expiry. */
export function LinkFacts({
  view,
  speak,
  until,
  lastDay,
}: {
  view: Pick<LinkView, 'assessments' | 'agreement' | 'locale' | 'locales'>
  speak: Speaker
  /** Until when the link works, in words. */
  until: string | undefined
  /** By when the account asks for answers, in words. */
  lastDay?: string | undefined
}) {
  const { say } = speak
  const { agreement } = view
  return (
    <dl class="facts">
      {agreement && <Fact term={say('link.why')}>{agreement.why}</Fact>}
      <Fact term={say('link.parts')}>
        {lengthWords(speak, view.assessments)}
        <ol class="parts">
          {view.assessments.map((assessment) => (
            <li key={assessment.id}>{partWords(speak, assessment)}</li>
          ))}
        </ol>
      </Fact>
      {agreement && <Fact term={say('link.who')}>{agreement.results}</Fact>}
      {agreement && <Fact term={say('agreement.kept')}>{agreement.kept}</Fact>}
      <Fact term={say('link.language')}>
        {view.locales.find(({ code }) => code === view.locale)?.name ?? ''}
      </Fact>
      {lastDay !== undefined && <Fact term={say('link.lastDay')}>{lastDay}</Fact>}
      {until !== undefined && <Fact term={say('link.until')}>{until}</Fact>}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** In total before the start; later what is left, which is what the next page says (`journeyMinutes`). */
function lengthWords(speak: Speaker, assessments: LinkView['assessments']): string {
  const left = assessments.filter(({ done }) => !done)
  const exact = left.reduce(
    (sum, { itemCount, estimatedMinutes, answered }) => sum + (1 - answered / itemCount) * estimatedMinutes,
    0,
  )
  const minutes = Math.max(1, Math.round(exact))
  return assessments.some(({ done, answered }) => done || answered > 0)
    ? speak.count('taking.left', minutes)
    : speak.count('link.partCount', left.length, { minutes })
}

function partWords(speak: Speaker, assessment: LinkView['assessments'][number]): string {
  const { say } = speak
  const { name, itemCount, done, answered } = assessment
  if (done) return say('link.partDone', { name })
  if (answered > 0) return say('link.partLeft', { name, n: itemCount - answered, total: itemCount })
  return wholePartWords(speak, assessment)
}

/** What an assessment consists of, for people who haven't started it. */
export function wholePartWords({ say }: Speaker, { id, name, itemCount }: AssessmentFactsView): string {
  const key = { disc: 'link.partDisc', focus: 'link.partFocus', core: 'link.partCore' } as const
  return say(key[id], { name, n: itemCount })
}
