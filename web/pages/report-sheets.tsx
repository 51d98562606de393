import type { ComponentChildren } from 'preact'
import type { ResultsView } from '../views/results-view.ts'
import { joinSentences } from './messages.ts'
import { PrintedQualityNote, QualityNote } from './quality-note.tsx'
import { fillReportText, formatDay, formatMoment } from './report-format.ts'

/**
 * A person's report: what was found in words first, the figures under it, the numbers in tables last. On paper it is
 * two sheets, the second for Focus; `pages` says how many there are with those of the page that holds it, and `note` is
 * one more thing that the foot of the last of these tells.
 */
export function ReportSheets({ view, pages, note }: { view: ResultsView; pages: number; note?: string }) {
  const { figures, caveats } = view
  return (
    <>
      <div class="sheet">
        <Opening view={view} />
        {figures.tone && <Drawing markup={figures.tone} />}
        {figures.disc && (
          <Part name="DISC" caveat={caveats.disc}>
            <Drawing markup={figures.disc} />
          </Part>
        )}
        {figures.core && (
          <Part name="Core" caveat={caveats.core}>
            <Drawing markup={figures.core} />
          </Part>
        )}
        <SheetFoot view={view} page={1} pages={pages} note={note} />
      </div>
      {figures.focus && (
        <div class="sheet">
          <Part name="Focus">
            <Drawing markup={figures.focus} />
          </Part>
          <SheetFoot view={view} page={2} pages={pages} note={note} />
        </div>
      )}
    </>
  )
}

/** How many sheets of paper the results of a person take. */
export function sheetsOf({ figures }: ResultsView): number {
  return figures.focus === undefined ? 1 : 2
}

/** Title of the document: whose results and of when, so that two open pages can be told apart. */
export function resultsTitle(view: ResultsView): string {
  return fillReportText(view.words.title, { whose: whose(view), account: view.accountName })
}

function Opening({ view }: { view: ResultsView }) {
  return (
    <div class="opening">
      <p class="second muted">
        <time dateTime={view.completedAt} title={formatMoment(view, view.completedAt)}>
          {whose(view)}
        </time>
      </p>
      <h1 class="headline">{view.headline}</h1>
      <p class="lede">{joinSentences(view.lede, view.languageTag)}</p>
      {view.quality && view.quality.outcome !== 'ok' && (
        <QualityNote quality={view.quality} languageTag={view.languageTag} />
      )}
    </div>
  )
}

/** One assessment: its name and caveat in the gutter, its figure beside them. */
function Part({ name, caveat, children }: { name: string; caveat?: string; children: ComponentChildren }) {
  return (
    <section class={`part rule part-${name.toLowerCase()}`} aria-labelledby={`part-${name}`}>
      <div class="gutter">
        <h2 class="section" id={`part-${name}`}>
          {name}
        </h2>
        {caveat && <p class="note">{caveat}</p>}
      </div>
      {children}
    </section>
  )
}

/** Markup of a chart, which `src/charts` has escaped. */
function Drawing({ markup }: { markup: string }) {
  return <div class="drawing" dangerouslySetInnerHTML={{ __html: markup }} />
}

/** What stands at the foot of a printed sheet; screens do not show it. Cautions stand on the last sheet of results. */
export function SheetFoot({
  view,
  page,
  pages,
  note,
}: {
  view: ResultsView
  page: number
  pages: number
  note?: string | undefined
}) {
  const { words, form } = view
  return (
    <div class="sheet-foot" aria-hidden="true">
      {page === sheetsOf(view) && (
        <>
          <PrintedQualityNote quality={view.quality} languageTag={view.languageTag} />
          <p class="sheet-notice">
            {joinSentences([words.notice, howAnswered(view), note ?? ''], view.languageTag)}
          </p>
        </>
      )}
      <p class="sheet-facts">
        <span>{whose(view)}</span>
        <span>{fillReportText(words.form, { form })}</span>
        <span>{fillReportText(words.sheet, { page: String(page), pages: String(pages) })}</span>
      </p>
    </div>
  )
}

/** How the answers hold together, and how long the person was at it. */
export function howAnswered({ quality, activeMinutes, words, languageTag }: ResultsView): string {
  const active =
    activeMinutes === undefined ? '' : fillReportText(words.active, { minutes: String(activeMinutes) })
  return joinSentences([quality?.outcome === 'ok' ? quality.sentence : '', active], languageTag)
}

function whose(view: ResultsView): string {
  const { personName, words } = view
  const slots = { date: formatDay(view, view.completedAt), person: personName ?? '' }
  return fillReportText(personName === undefined ? words.ofNobody : words.of, slots)
}
