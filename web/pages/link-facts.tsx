import type { ComponentChildren } from 'preact'
import type { LinkView } from '../../src/http/views/link-view.ts'
import type { Speaker } from './messages.ts'

/** Facts before the start: purpose, length, who sees the results, retention, language, expiry. */
export function LinkFacts({
  view,
  speak,
  until,
}: {
  view: Pick<LinkView, 'assessments' | 'agreement' | 'locale' | 'locales'>
  speak: Speaker
  /** Until when the link works, in words. */
  until: string | undefined
}) {
  const { say } = speak
  const { agreement } = view
  const left = view.assessments.filter(({ done }) => !done)
  const minutes = left.reduce((sum, { estimatedMinutes }) => sum + estimatedMinutes, 0)
  return (
    <dl class="facts">
      {agreement && <Fact term={say('link.why')}>{agreement.why}</Fact>}
      <Fact term={say('link.parts')}>
        {speak.count('link.partCount', left.length, { minutes })}
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

function partWords({ say }: Speaker, { id, name, itemCount, done }: LinkView['assessments'][number]) {
  if (done) return say('link.partDone', { name })
  const key = { disc: 'link.partDisc', focus: 'link.partFocus', core: 'link.partCore' } as const
  return say(key[id], { name, n: itemCount })
}
