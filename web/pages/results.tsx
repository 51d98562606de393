import charts from '../../src/charts/charts.css?inline'
import type { ResultsView } from '../../src/http/views/results-view.ts'
import languageStyles from './language.css?inline'
import { LanguageChooser } from './language-chooser.tsx'
import { speaker } from './messages.ts'
import { OwnLinkPanel } from './own-link.tsx'
import { OwnDebriefSection, OwnResultsActions, OwnWayOn } from './own-results-actions.tsx'
import { ShareCardPanel } from './own-share-card.tsx'
import { PrintFonts, printFontStyles } from './print-fonts.tsx'
import doubtStyles from './quality-note.css?inline'
import { howAnswered, ReportSheets, sheetsOf } from './report-sheets.tsx'
import page from './results.css?inline'
import { AccountPlate } from './wordmark.tsx'

/** Styles of the results page, after the tokens. */
export const resultsStyles = printFontStyles + charts + languageStyles + page + doubtStyles

/**
 * A person's own results: findings in words first, then charts, then tables. Rendered on the server only; the script
 * is for the print button alone. In print two sheets, the second for Focus.
 */
export function ResultsPage(view: ResultsView) {
  return (
    <div class={view.firstVisit ? 'results first-visit' : 'results'}>
      <header class="results-head">
        <AccountPlate name={view.accountName} logo={view.appearance?.logo} />
        <LanguageChooser view={view} speak={speaker(view)} path="/take/results" />
      </header>
      <main>
        <OwnWayOn view={view} />
        <Contents view={view} last={['part-yours', view.words.yours]} />
        <ReportSheets view={view} pages={sheetsOf(view)} />
        {view.debrief && <OwnDebriefSection debrief={view.debrief} speak={speaker(view)} />}
        <YoursToDecide view={view} />
      </main>
      <footer class="results-foot note">
        <p class="results-notice">{view.words.notice}</p>
        <p>{howAnswered(view)}</p>
      </footer>
      <PrintFonts names={[view.accountName, view.personName]} />
    </div>
  )
}

/** What follows, for phones, on which the page is ten screens long. */
export function Contents({ view, last }: { view: ResultsView; last: readonly [id: string, name: string] }) {
  const { figures, debrief } = view
  const { say } = speaker(view)
  const parts = [
    ...(figures.disc ? [['part-DISC', 'DISC']] : []),
    ...(figures.core ? [['part-Core', 'Core']] : []),
    ...(figures.focus ? [['part-Focus', 'Focus']] : []),
    ...(debrief ? [['part-debrief', say('own.debrief')]] : []),
    last,
  ]
  return (
    <nav class="results-contents" aria-label={say('own.contents')}>
      <ul>
        {parts.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Part of the data is withheld until the account has confirmed the person's address. */
function HeldBack({ view }: { view: ResultsView }) {
  const { say } = speaker(view)
  return (
    <li class="offer row">
      <div>
        <h3 class="body">{say('held.heading')}</h3>
        <p class="second muted">{say('held.text', { account: view.accountName })}</p>
      </div>
    </li>
  )
}

function YoursToDecide({ view }: { view: ResultsView }) {
  const { words, downloadUrl, closeUrl } = view
  const { say } = speaker(view)
  return (
    <section class="part rule yours" aria-labelledby="part-yours">
      <div class="gutter">
        <h2 class="section" id="part-yours">
          {words.yours}
        </h2>
      </div>
      <ul class="offers">
        {view.answersUrl && (
          <li class="offer row">
            <div>
              <h3 class="body">{say('own.answers')}</h3>
              <p class="second muted">{say('own.answersText')}</p>
            </div>
            <a class="button" href={view.answersUrl}>
              {say('own.answersButton')}
            </a>
          </li>
        )}
        <PrintOffer words={words.printed} />
        {downloadUrl && (
          <li class="offer row">
            <div>
              <h3 class="body">{words.download.name}</h3>
              <p class="second muted">{words.download.text}</p>
            </div>
            <a class="button" href={downloadUrl} download="">
              {words.download.button}
            </a>
          </li>
        )}
        {view.isHeldBack && <HeldBack view={view} />}
        <OwnResultsActions view={view} />
        {view.shareCard && <ShareCardPanel offer={view.shareCard} reader={view} />}
        {view.ownLink && <OwnLinkPanel link={view.ownLink} reader={view} />}
        {closeUrl && (
          <li class="offer row">
            <div>
              <h3 class="body">{words.close.name}</h3>
              <p class="second muted">{words.close.text}</p>
            </div>
            <form method="post" action={closeUrl}>
              <input type="hidden" name="leave" value="1" />
              <button class="button" type="submit">
                {words.close.button}
              </button>
            </form>
          </li>
        )}
      </ul>
    </section>
  )
}

/** The print action. The script shows the button; without it the browser's own menu does the same. */
export function PrintOffer({ words }: { words: ResultsView['words']['printed'] }) {
  return (
    <li class="offer row">
      <div>
        <h3 class="body">{words.name}</h3>
        <p class="second muted">{words.text}</p>
      </div>
      <button class="button" type="button" id="print" hidden>
        {words.button}
      </button>
    </li>
  )
}
