import type { ExampleView } from '../../src/http/views/example-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import page from './example.css?inline'
import { LanguageChooser } from './language-chooser.tsx'
import { speaker } from './messages.ts'
import { OwnDebriefSection } from './own-results-actions.tsx'
import { PrintFonts } from './print-fonts.tsx'
import { printScript } from './report.tsx'
import { howAnswered, ReportSheets, resultsTitle, sheetsOf } from './report-sheets.tsx'
import { Contents, PrintOffer, resultsStyles } from './results.tsx'
import { TimeNeeded } from './time-needed.tsx'
import { Wordmark } from './wordmark.tsx'

/** `/example`: the results of an invented person, made as those of anyone. */
export function renderExample(view: ExampleView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: resultsTitle(view),
    styles: resultsStyles + page,
    body: <ExamplePage view={view} />,
    script: printScript(),
  })
}

function ExamplePage({ view }: { view: ExampleView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="results example">
      <header class="results-head">
        <Wordmark />
        <LanguageChooser view={view} speak={speak} path={view.path} />
      </header>
      <main>
        <div class="example-mark">
          <p class="example-name">{view.personName}</p>
          <p class="second muted">{say('example.text')}</p>
        </div>
        <Contents view={view} last={['part-more', say('example.more')]} />
        <ReportSheets view={view} pages={sheetsOf(view)} note={say('example.text')} />
        {view.debrief && <OwnDebriefSection debrief={view.debrief} speak={speak} />}
        <More view={view} />
      </main>
      <footer class="results-foot note">
        <p class="results-notice">{view.words.notice}</p>
        <p>{howAnswered(view)}</p>
      </footer>
      <PrintFonts names={[]} />
    </div>
  )
}

/** In place of what people can do with their own results. */
function More({ view }: { view: ExampleView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <section class="part rule yours" aria-labelledby="part-more">
      <div class="gutter">
        <h2 class="section" id="part-more">
          {say('example.more')}
        </h2>
      </div>
      <ul class="offers">
        <li class="offer own-offer row">
          <div>
            <h3 class="body">{say('home.time')}</h3>
            <div class="second muted">
              <TimeNeeded assessments={view.assessments} speak={speak} />
            </div>
          </div>
          <a class="button" href={view.about}>
            {say('problem.about')}
          </a>
        </li>
        <li class="offer row">
          <div>
            <h3 class="body">{say('example.own')}</h3>
            <p class="second muted">{say('example.ownText')}</p>
          </div>
        </li>
        <PrintOffer words={view.words.printed} />
      </ul>
    </section>
  )
}
