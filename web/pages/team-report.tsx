import team from '../../src/charts/team.css?inline'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { TeamReportView } from '../../src/http/views/team-report-view.ts'
import { renderDocument } from './document.tsx'
import { LanguageChooser } from './language-chooser.tsx'
import { joinSentences, speaker } from './messages.ts'
import { PrintFonts } from './print-fonts.tsx'
import { PrintBar, printScript, reportStyles } from './report.tsx'
import { fillReportText, formatDay, formatMinute } from './report-format.ts'
import styles from './team-report.css?inline'
import { TeamReportDifferences, TeamReportQuestions, TeamReportTogether } from './team-report-sections.tsx'
import { AccountPlate } from './wordmark.tsx'

/** `/r/{token}` of a team: its people compared, on screen and in print. */
export function renderTeamReport(view: TeamReportView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: `${nameOf(view)} · ${view.accountName}`,
    styles: reportStyles + team + styles,
    body: <TeamReport view={view} />,
    script: printScript(),
  })
}

/**
 * Sheets: people and map; traits and values; differences, tips and questions, which take two if there is much of them.
 */
function TeamReport({ view }: { view: TeamReportView }) {
  const { words, figures, differences, together, questions } = view
  const hasSides = differences.length + together.length > 0
  const isLong = together.length > 0 && (differences.length === maxDifferences || questions.length > 0)
  const pages = 1 + (figures.traits || figures.values ? 1 : 0) + (hasSides ? 1 : 0) + (isLong ? 1 : 0)
  return (
    <div class="results report team-report">
      <header class="results-head">
        <AccountPlate name={view.accountName} logo={view.appearance?.logo} />
        <LanguageChooser view={view} speak={speaker(view)} path={view.path} />
      </header>
      <main>
        <PrintBar page={view.page} pages={pages} until={formatMinute(view, view.expiresAt)} />
        <div class="sheet">
          <Opening view={view} />
          <div class={isFew(view) ? 'team-where team-few' : 'team-where'}>
            {figures.map && <Drawing markup={figures.map} />}
            <People view={view} />
          </div>
          <Foot view={view} page={1} pages={pages} />
        </div>
        {(figures.traits || figures.values) && (
          <div class="sheet">
            {figures.traits && <ChartSection name={words.traits} id="traits" markup={figures.traits} />}
            {figures.values && <ChartSection name={words.values} id="values" markup={figures.values} />}
            <Foot view={view} page={2} pages={pages} />
          </div>
        )}
        {hasSides && (
          <div class="sheet">
            {figures.traits && <TeamReportDifferences view={view} />}
            {together.length > 0 && !isLong && <TeamReportTogether view={view} />}
            <Foot view={view} page={isLong ? pages - 1 : pages} pages={pages} />
          </div>
        )}
        {isLong && (
          <div class="sheet">
            <TeamReportTogether view={view} />
            {questions.length > 0 && <TeamReportQuestions view={view} />}
            <Foot view={view} page={pages} pages={pages} />
          </div>
        )}
      </main>
      <footer class="results-foot note">
        <p class="results-notice">{words.notice}</p>
      </footer>
      <PrintFonts names={[view.accountName, ...view.labels, ...view.people.map(({ name }) => name)]} />
    </div>
  )
}

/** With so many differences, in any language, there is no room for tips below them. Questions need room, too. */
const maxDifferences = 5

/** As many people as fit next to the map; others are below it, in columns. */
function isFew({ figures, people }: TeamReportView): boolean {
  return figures.map !== undefined && people.length <= 12
}

function Opening({ view }: { view: TeamReportView }) {
  const { words, profileCount, resultCount, lede, note } = view
  const counts = { results: String(resultCount), profiles: String(profileCount) }
  return (
    <div class="opening">
      <p class="second muted">{joinSentences([fillReportText(words.counts, counts)], view.languageTag)}</p>
      <h1 class="headline">{nameOf(view)}</h1>
      <p class="lede">{lede}</p>
      {note !== undefined && <p class="team-note second">{note}</p>}
    </div>
  )
}

function ChartSection({ name, id, markup }: { name: string; id: string; markup: string }) {
  return (
    <section class="part rule" aria-labelledby={`part-${id}`}>
      <div class="gutter">
        <h2 class="section" id={`part-${id}`}>
          {name}
        </h2>
      </div>
      <Drawing markup={markup} />
    </section>
  )
}

/** Chart markup, escaped by `src/charts`. */
function Drawing({ markup }: { markup: string }) {
  return <div class="drawing" dangerouslySetInnerHTML={{ __html: markup }} />
}

/** The initials in the charts, with names. */
function People({ view: { words, people } }: { view: TeamReportView }) {
  return (
    <section class="part rule" aria-labelledby="part-people">
      <div class="gutter">
        <h2 class="section" id="part-people">
          {words.people}
        </h2>
      </div>
      <ul class="team-people">
        {people.map(({ id, name, initials, style, isDoubtful }) => (
          <li key={id}>
            <span class="team-chip" dir="auto">
              {initials}
            </span>
            <span class="team-name" dir="auto">
              {name}
              {isDoubtful && <span class="note"> · {words.doubtful}</span>}
            </span>
            <span class="team-style">{style}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The foot of a printed sheet, hidden on screens. */
function Foot({ view, page, pages }: { view: TeamReportView; page: number; pages: number }) {
  const { words, foot, forms } = view
  return (
    <div class="sheet-foot" aria-hidden="true">
      {page === pages && <p class="sheet-notice">{words.notice}</p>}
      <p class="sheet-facts">
        <span>
          {nameOf(view)}, {formatDay(view, view.readAt)}
        </span>
        <span>{fillReportText(foot.form, { form: forms.join(', ') })}</span>
        <span>{fillReportText(foot.sheet, { page: String(page), pages: String(pages) })}</span>
      </p>
    </div>
  )
}

function nameOf({ labels, words }: TeamReportView): string {
  return labels.length > 0 ? labels.join(' · ') : words.title
}
