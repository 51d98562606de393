import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { ReportOverView, ReportView } from '../../src/http/views/report-view.ts'
import { renderDocument } from './document.tsx'
import { LanguageChooser } from './language-chooser.tsx'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import pages from './pages.css?inline'
import { PrintFonts } from './print-fonts.tsx'
import page from './report.css?inline'
import { DebriefSheets, debriefSheets } from './report-debrief.tsx'
import { fillReportText, formatMinute } from './report-format.ts'
import { howAnswered, ReportSheets, resultsTitle, sheetsOf } from './report-sheets.tsx'
import { resultsStyles } from './results.tsx'
import { AccountPlate } from './wordmark.tsx'

/** URL of the print script; the build inserts it. */
declare const __PRINT_SCRIPT__: string | undefined

/** Styles of shared reports. */
export const reportStyles = resultsStyles + page

/** The page script: one print button, which nothing depends on. */
export function printScript() {
  return { address: typeof __PRINT_SCRIPT__ === 'string' ? __PRINT_SCRIPT__ : '/assets/print.js', state: {} }
}

/** `/r/{token}`: a person's report for anyone with the link, on screen and in print. */
export function renderReport(view: ReportView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: resultsTitle(view),
    styles: reportStyles,
    body: <ReportPage view={view} />,
    script: printScript(),
  })
}

/** One page for every link that doesn't work, so no one can find out which links exist. */
export function renderReportOver(view: ReportOverView): RenderedPage {
  const { overTitle, overText, overAgain } = view.page
  return renderDocument({
    languageTag: view.languageTag,
    title: `${overTitle} · Timbre`,
    styles: pages,
    body: <NoticePage view={view} path={view.path} heading={overTitle} texts={[overText]} note={overAgain} />,
  })
}

function ReportPage({ view }: { view: ReportView }) {
  const count = sheetsOf(view) + debriefSheets(view.debrief)
  const { page, personName, debrief } = view
  const addressed =
    personName === undefined ? page.addressedNobody : fillReportText(page.addressed, { person: personName })
  return (
    <div class="results report">
      <header class="results-head">
        <AccountPlate name={view.accountName} logo={view.appearance?.logo} />
        <LanguageChooser view={view} speak={speaker(view)} path={view.path} />
      </header>
      <main>
        <PrintBar page={page} pages={count} until={formatMinute(view, view.expiresAt)} />
        <p class="report-addressed note">{addressed}</p>
        <ReportSheets view={view} pages={count} note={addressed} />
        {debrief && <DebriefSheets view={view} debrief={debrief} pages={count} />}
      </main>
      <footer class="results-foot note">
        <p class="results-notice">{view.words.notice}</p>
        <p>{howAnswered(view)}</p>
      </footer>
      <PrintFonts names={[view.accountName, personName]} />
    </div>
  )
}

/** The print action. The script shows the button; the sentence says how to print without it. */
export function PrintBar({ page, pages, until }: { page: ReportView['page']; pages: number; until: string }) {
  return (
    <div class="print-bar">
      <div class="note">
        <p>{fillReportText(page.until, { date: until })}</p>
        <p class="print-how">{fillReportText(page.printText, { pages: String(pages) })}</p>
      </div>
      <button class="button button-main" type="button" id="print" hidden>
        {page.print}
      </button>
    </div>
  )
}
