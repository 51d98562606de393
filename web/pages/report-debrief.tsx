import type { OwnDebriefView } from '../../src/http/views/own-view.ts'
import type { ReportView } from '../../src/http/views/report-view.ts'
import { SheetFoot } from './report-sheets.tsx'

/** How many sheets the debrief takes. */
export function debriefSheets(debrief: OwnDebriefView | undefined): number {
  return debrief ? partsOf(debrief).length : 0
}

/** The debrief on a sheet of its own, or two: section names in the gutter, text next to them. */
export function DebriefSheets({
  view,
  debrief,
  pages,
}: {
  view: ReportView
  debrief: OwnDebriefView
  pages: number
}) {
  const parts = partsOf(debrief)
  return (
    <>
      {parts.map((sections, at) => (
        <DebriefSheet
          key={sections[0]?.title}
          view={view}
          debrief={{ ...debrief, sections }}
          isLong={parts.length > 1}
          isFirst={at === 0}
          page={pages - parts.length + at + 1}
          pages={pages}
        />
      ))}
    </>
  )
}

function DebriefSheet({
  view,
  debrief,
  isLong,
  isFirst,
  page,
  pages,
}: {
  view: ReportView
  debrief: OwnDebriefView
  isLong: boolean
  isFirst: boolean
  page: number
  pages: number
}) {
  const Heading = isFirst ? 'h2' : 'p'
  return (
    <div class="sheet sheet-debrief">
      <section
        class={isFirst ? 'part rule part-written' : 'part part-written part-continued'}
        aria-labelledby={isFirst ? 'part-written' : undefined}
      >
        <div class="gutter">
          <Heading class="section" id={isFirst ? 'part-written' : undefined}>
            {view.page.debrief}
          </Heading>
          {isFirst && debrief.kind === 'llm' && <p class="note">{view.page.byModel}</p>}
        </div>
        <div class={isLong ? 'debrief debrief-long' : 'debrief'} lang={debrief.languageTag}>
          {debrief.sections.map((section) => (
            <SectionText key={section.title} section={section} />
          ))}
        </div>
      </section>
      <SheetFoot view={view} page={page} pages={pages} />
    </div>
  )
}

function SectionText({ section }: { section: Section }) {
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

type Section = OwnDebriefView['sections'][number]

/** The sections of each sheet: all on one if they fit in 10 points, otherwise half the text on each of two. */
function partsOf({ sections }: OwnDebriefView): (readonly Section[])[] {
  const lengths = sections.map(lengthOf)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total <= mostCharacters) return [sections]
  let [before, count] = [0, 0]
  for (const length of lengths) {
    if (before + length / 2 > total / 2) break
    before += length
    count += 1
  }
  return [sections.slice(0, count), sections.slice(count)]
}

function lengthOf({ paragraphs, lists }: Section): number {
  const text = [...paragraphs, ...lists.flatMap(({ items }) => items)].join('')
  const wide = text.match(/[\u1100-\u11ff\u2e80-\ud7af\uff00-\uff60]/g)?.length ?? 0
  return text.length + (widthOfWide - 1) * wide
}

/** The width of a Chinese, Japanese or Korean character, in Latin characters. */
const widthOfWide = 2.4
const mostCharacters = 2_650
