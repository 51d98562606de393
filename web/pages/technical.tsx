import type { ComponentChildren } from 'preact'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type {
  PeopleRow,
  TechnicalRow,
  TechnicalTable,
  TechnicalView,
} from '../../src/http/views/technical-view.ts'
import { renderDocument } from './document.tsx'
import { type Speaker, speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import pages from './pages.css?inline'
import page from './technical.css?inline'

/** `/technical`: works without a script. */
export function renderTechnical(view: TechnicalView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: `${speaker(view).say('technical.heading')} · Timbre`,
    styles: pages + page,
    body: <TechnicalPage view={view} />,
  })
}

type TableId = 'scales' | 'items' | 'letters' | 'statements' | 'values'
const tables: readonly TableId[] = ['scales', 'items', 'letters', 'statements', 'values']

/** Column headers of each table, after those of its row headers. */
const columns: Record<TableId, readonly MessageKey[]> = {
  scales: [
    'technical.scale',
    'technical.alpha',
    'technical.omega',
    'technical.splitHalf',
    'technical.retest',
    'technical.semRaw',
    'technical.semT',
    'technical.mean',
    'technical.sd',
    'technical.normMean',
    'technical.normSd',
  ],
  items: [
    'technical.item',
    'technical.facet',
    'technical.key',
    'technical.mean',
    'technical.sd',
    'technical.itemRest',
  ],
  letters: ['technical.letter', 'technical.mean', 'technical.sd', 'technical.splitHalf', 'technical.retest'],
  statements: [
    'technical.statement',
    'technical.block',
    'technical.letter',
    'technical.most',
    'technical.least',
  ],
  values: ['technical.value', 'technical.utility', 'technical.sd', 'technical.first', 'technical.topFive'],
}

/** The source of a figure outside of tables; tables have it in their caption. */
const basisKeys = { people: 'technical.fromPeople', simulation: 'technical.fromSimulation' } as const

/** Text columns are start-aligned, numbers are end-aligned. */
const worded: ReadonlySet<MessageKey> = new Set(['technical.facet', 'technical.letter'])

function TechnicalPage({ view }: { view: TechnicalView }) {
  const speak = speaker(view)
  const { say } = speak
  const { floor, mean, variance } = view.localNorms
  return (
    <div class="notice-page technical-page">
      <PageHead view={view} speak={speak} path="/technical" />
      <main class="technical">
        <h1 class="page-title">{say('technical.heading')}</h1>
        <p class="lede">{say('technical.lede')}</p>
        <p class="technical-why">{say('technical.why', { n: view.floor })}</p>
        <p class="note">
          {say('technical.computed', { date: speak.date(view.computedAt) })}{' '}
          {say('technical.steps', { n: view.floor })} <a href={view.json}>{say('technical.json')}</a>
        </p>
        <nav class="technical-contents" aria-labelledby="contents">
          <h2 class="note" id="contents">
            {say('technical.contents')}
          </h2>
          <ul>
            {(['people', 'scales', 'short', ...tables.slice(1), 'local', 'method'] as const).map((id) => (
              <li key={id}>
                <a href={`#${id}`}>{say(`technical.${id}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Section id="people" speak={speak}>
          <PeopleTable rows={view.people} speak={speak} />
        </Section>
        {tables.flatMap((id) => [
          ...(id === 'items' ? [<ShortForm key="short" rows={view.short} speak={speak} />] : []),
          <Section key={id} id={id} speak={speak}>
            {id === 'values' && view.coreRetest !== undefined && (
              <p class="second">
                {`${say('technical.coreRetest', { r: view.coreRetest })} (${say(basisKeys[view.values.basis])})`}
              </p>
            )}
            <Table id={id} table={view[id]} speak={speak} />
          </Section>,
        ])}
        <Section id="local" speak={speak} slots={{ n: floor, k: mean, m: variance }} />
        <Section id="method" speak={speak} />
        <section aria-labelledby="impact">
          <h2 class="section" id="impact">
            <a href="/technical/adverse-impact">{say('impact.heading')}</a>
          </h2>
          <p class="second">{say('impact.lede')}</p>
        </section>
      </main>
    </div>
  )
}

type SectionProps = {
  id: TableId | 'short' | 'people' | 'local' | 'method'
  speak: Speaker
  slots?: Record<string, number>
  children?: ComponentChildren
}

function Section({ id, speak, slots, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 class="section" id={id} tabIndex={-1}>
        {speak.say(`technical.${id}`)}
      </h2>
      <p class="second">{speak.say(`technical.${id}Text`, slots)}</p>
      {children}
    </section>
  )
}

/** A table that opens, named by its summary. The long ones are closed: they have nearly 300 rows. */
function FoldedTable({
  id,
  caption,
  isOpen = false,
  children,
}: {
  id: string
  caption: string
  isOpen?: boolean
  children: ComponentChildren
}) {
  return (
    <details class="technical-fold" open={isOpen}>
      <summary>
        <span id={`${id}-caption`} class="technical-caption">
          {caption}
        </span>
      </summary>
      <TableFrame labelledBy={`${id}-caption`}>
        <table class={`technical-table technical-${id}`} aria-labelledby={`${id}-caption`}>
          {children}
        </table>
      </TableFrame>
    </details>
  )
}

/** A wide table scrolls in its own area, by keyboard too; the page never scrolls sideways. */
export function TableFrame({ labelledBy, children }: { labelledBy: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
    <section class="technical-frame" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </section>
  )
}

const shortColumns = [
  'technical.scale',
  'technical.reliability',
  'technical.semT',
  'technical.normMean',
  'technical.normSd',
] as const satisfies readonly MessageKey[]

/** The short form's figures are derived, so their caption names neither people nor a simulation. */
function ShortForm({ rows, speak }: { rows: readonly TechnicalRow[]; speak: Speaker }) {
  const { say } = speak
  return (
    <Section id="short" speak={speak}>
      <FoldedTable id="short" caption={`${say('technical.short')}, ${say(shortColumns[1])}`}>
        <thead>
          <tr>
            {shortColumns.map((key) => (
              <th key={key} scope="col">
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells: [head = '', ...cells], isTrait }) => (
            <tr key={head} class={isTrait ? 'trait' : undefined}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td key={shortColumns[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </FoldedTable>
    </Section>
  )
}

function Table({ id, table, speak }: { id: TableId; table: TechnicalTable; speak: Speaker }) {
  const { say } = speak
  const title = say(`technical.${id}`)
  const caption =
    table.basis === 'people'
      ? say('technical.captionPeople', { title, n: table.n })
      : say('technical.captionSimulation', { title, n: table.n })
  return (
    <FoldedTable id={id} caption={caption} isOpen={table.rows.length <= shortTable}>
      <thead>
        <tr>
          {columns[id].map((key) => (
            <th key={key} scope="col" class={worded.has(key) ? 'words' : undefined}>
              {say(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ cells: [head = '', ...cells], isTrait }) => (
          <tr key={head} class={isTrait ? 'trait' : undefined}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={columns[id][at + 1]} class={isWorded(id, at) ? 'words' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  )
}

/** Rows of a table that is open from the start. */
const shortTable = 15

function isWorded(id: TableId, at: number): boolean {
  const key = columns[id][at + 1]
  return key !== undefined && worded.has(key)
}

function PeopleTable({ rows, speak }: { rows: readonly PeopleRow[]; speak: Speaker }) {
  const { say } = speak
  const none = say('technical.none')
  const heads: readonly MessageKey[] = [
    'technical.instrument',
    'technical.usable',
    'technical.tables',
    'technical.minutes',
    'technical.quality.ok',
    'technical.quality.caution',
    'technical.quality.invalid',
  ]
  return (
    <TableFrame labelledBy="people-caption">
      <table class="technical-table technical-people">
        <caption class="unseen" id="people-caption">
          {say('technical.usable')}
        </caption>
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key} scope="col" class={key === 'technical.tables' ? 'words' : undefined}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, n, basis, minutes, quality }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{n}</td>
              <td class="words">{say(basisKeys[basis])}</td>
              <td>{minutes ?? none}</td>
              <td>{quality?.ok ?? none}</td>
              <td>{quality?.caution ?? none}</td>
              <td>{quality?.invalid ?? none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
