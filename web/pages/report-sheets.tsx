import type { ComponentChildren } from 'preact'
import type { ResultsView } from '../../src/http/views/results-view.ts'
import { joinSentences } from './messages.ts'
import { PrintedQualityNote, QualityNote } from './quality-note.tsx'
import { fillReportText, formatDay, formatMoment } from './report-format.ts'

/**
 * A person's report: findings in words first, then charts, then tables. Printed on two sheets, the second for Focus.
 * `pages` is the number of sheets including those of the enclosing page, and `note` is added to the foot of the last
 * one.
 */
export function ReportSheets({ view, pages, note }: { view: ResultsView; pages: number; note?: string }) {
  const { figures, caveats } = view
  return (
    <>
      <div class="sheet">
        <Opening view={view} />
        {figures.tone && <Drawing markup={figures.tone} />}
        {figures.disc && (
          <AssessmentSection name="DISC" caveat={caveats.disc}>
            <Drawing markup={figures.disc} />
          </AssessmentSection>
        )}
        {figures.core && (
          <AssessmentSection name="Core" caveat={caveats.core}>
            <Drawing markup={figures.core} />
          </AssessmentSection>
        )}
        <SheetFoot view={view} page={1} pages={pages} note={note} />
      </div>
      {figures.focus && (
        <div class="sheet">
          <AssessmentSection name="Focus">
            <Drawing markup={figures.focus} />
          </AssessmentSection>
          <SheetFoot view={view} page={2} pages={pages} note={note} />
        </div>
      )}
    </>
  )
}

/** How many sheets a person's results take. */
export function sheetsOf({ figures }: ResultsView): number {
  return figures.focus === undefined ? 1 : 2
}

/** The document title: person and date, to tell open tabs apart. */
export function resultsTitle(view: ResultsView): string {
  return fillReportText(view.words.title, { whose: whose(view), account: view.accountName })
}

function Opening({ view }: { view: ResultsView }) {
  return (
    <div class="opening">
      <p class="second muted">
        {view.completedAt === undefined ? (
          whose(view)
        ) : (
          <time dateTime={view.completedAt} title={formatMoment(view, view.completedAt)}>
            {whose(view)}
          </time>
        )}
      </p>
      <h1 class="headline">{view.headline}</h1>
      <p class="lede">{joinSentences(view.lede, view.languageTag)}</p>
      {view.takeaways && view.takeaways.length > 0 && (
        <ul class="takeaways">
          {view.takeaways.map((text) => (
            <li key={text} class="row">
              {text}
            </li>
          ))}
        </ul>
      )}
      {view.quality && view.quality.outcome !== 'ok' && (
        <QualityNote quality={view.quality} languageTag={view.languageTag} />
      )}
    </div>
  )
}

/** One assessment: name and caveat in the gutter, chart next to them. */
function AssessmentSection({
  name,
  caveat,
  children,
}: {
  name: string
  caveat?: string
  children: ComponentChildren
}) {
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

/** Chart markup, escaped by `src/charts`. */
function Drawing({ markup }: { markup: string }) {
  return <div class="drawing" dangerouslySetInnerHTML={{ __html: markup }} />
}

/** The foot of a printed sheet, hidden on screens. Caveats are on the last sheet of results. */
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

/** Response quality, and the time the person took. */
export function howAnswered({ quality, activeMinutes, words, languageTag }: ResultsView): string {
  const active =
    activeMinutes === undefined ? '' : fillReportText(words.active, { minutes: String(activeMinutes) })
  return joinSentences([quality?.outcome === 'ok' ? quality.sentence : '', active], languageTag)
}

function whose(view: ResultsView): string {
  const { personName, completedAt, words } = view
  if (completedAt === undefined) return personName ?? ''
  const slots = { date: formatDay(view, completedAt), person: personName ?? '' }
  return fillReportText(personName === undefined ? words.ofNobody : words.of, slots)
}
