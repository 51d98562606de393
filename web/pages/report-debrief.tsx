import type { OwnDebriefView } from '../../src/http/views/own-view.ts'
import type { ReportView } from '../../src/http/views/report-view.ts'
import { SheetFoot } from './report-sheets.tsx'

/** The debrief on a sheet of its own: section names in the gutter, text next to them. */
export function DebriefSheet({
  view,
  debrief,
  page,
  pages,
}: {
  view: ReportView
  debrief: OwnDebriefView
  page: number
  pages: number
}) {
  return (
    <div class="sheet sheet-debrief">
      <section class="part rule part-written" aria-labelledby="part-written">
        <div class="gutter">
          <h2 class="section" id="part-written">
            {view.page.debrief}
          </h2>
          {debrief.kind === 'llm' && <p class="note">{view.page.byModel}</p>}
        </div>
        <div class={isLong(debrief) ? 'debrief debrief-long' : 'debrief'} lang={debrief.languageTag}>
          {debrief.sections.map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </div>
      </section>
      <SheetFoot view={view} page={page} pages={pages} />
    </div>
  )
}

function Section({ section }: { section: OwnDebriefView['sections'][number] }) {
  const { title, paragraphs, lists } = section
  return (
    <section class="debrief-section">
      <h3 class="debrief-name">{title}</h3>
      <div class="debrief-text">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {lists.map(({ label, items }) => (
          <div key={items[0]}>
            {label !== undefined && <h4 class="debrief-label">{label}</h4>}
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** More than fits on a sheet in the usual font size. */
function isLong({ sections }: OwnDebriefView): boolean {
  const texts = sections.flatMap(({ paragraphs, lists }) => [
    ...paragraphs,
    ...lists.flatMap(({ items }) => items),
  ])
  const text = texts.join('')
  const wide = text.match(/[\u1100-\u11ff\u2e80-\ud7af\uff00-\uff60]/g)?.length ?? 0
  return text.length + (widthOfWide - 1) * wide > mostCharacters
}

/** The width of a Chinese, Japanese or Korean character, in Latin characters. */
const widthOfWide = 2.4
const mostCharacters = 3_050
