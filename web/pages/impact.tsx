import type { ImpactView } from '../../src/http/views/impact-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import page from './impact.css?inline'
import { ImpactForm } from './impact-form.tsx'
import { ImpactFigures } from './impact-result.tsx'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import pages from './pages.css?inline'
import tables from './technical.css?inline'

/** `/technical/adverse-impact`: works without a script. */
export function renderImpact(view: ImpactView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: `${titleOf(view)} · Timbre`,
    styles: pages + tables + page,
    body: <ImpactPage view={view} />,
  })
}

function titleOf(view: ImpactView): string {
  const { say } = speaker(view)
  const title = say('impact.heading')
  if (isWrong(view)) return say('impact.problemTitle', { title })
  return view.result ? `${say('impact.result')} · ${title}` : title
}

function isWrong({ rows, share, problem }: ImpactView): boolean {
  return Boolean(problem ?? share.problem ?? rows.some((row) => Object.keys(row.problems).length > 0))
}

function ImpactPage({ view }: { view: ImpactView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="notice-page impact-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main class="technical impact">
        <h1 class="page-title">{say('impact.heading')}</h1>
        <p class="lede">{say('impact.lede')}</p>
        <p class="technical-why">
          <strong>{say('impact.limits')}</strong> {say('impact.limitsText')}
        </p>
        {view.result && <ImpactFigures result={view.result} speak={speak} />}
        <ImpactForm view={view} speak={speak} />
        <section aria-labelledby="reading">
          <h2 class="section" id="reading">
            {say('impact.reading')}
          </h2>
          <p class="second">{say('impact.readingRatio')}</p>
          <p class="second">{say('impact.readingChance')}</p>
          <p class="second">{say('impact.readingSmall')}</p>
        </section>
      </main>
    </div>
  )
}
