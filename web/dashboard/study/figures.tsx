import type { CallAnswer } from '../client/call.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { scaleNames } from '../words/result-names.ts'

type Release = NonNullable<NonNullable<CallAnswer<'GET /study'>['study']>['release']>
type Figure = Release['figures'][number]

/** The figures of a release as tables: scales, letters, predictions, and what is missing. */
export function StudyFigures({ release: { figures } }: { release: Release }) {
  const of = (kind: Figure['kind']) => figures.filter((one) => one.kind === kind)
  const predictions = of('prediction')
  const comparisons = of('comparison')
  return (
    <>
      <ScaleTable title="Focus, traits" figures={of('trait')} />
      <ScaleTable title="Focus, facets" figures={of('facet')} />
      <ScaleTable title="DISC, letters" figures={of('letter')} />
      {predictions.length > 0 && (
        <section className="setting">
          <h2 className="section">DISC and Focus</h2>
          <div className="study-state">
            <p>
              What the manual predicted, before anyone had looked: {countOf(predictions, 'supported')}{' '}
              supported, {countOf(predictions, 'open')} open, {countOf(predictions, 'contradicted')}{' '}
              contradicted. Chance alone supports about one of forty.
            </p>
            <RelationTable figures={predictions} />
          </div>
        </section>
      )}
      {comparisons.length > 0 && (
        <section className="setting">
          <h2 className="section">DISC and flexibility</h2>
          <div className="study-state">
            <p>Nothing was predicted here: what was predicted should be larger than these.</p>
            <RelationTable figures={comparisons} />
          </div>
        </section>
      )}
      <section className="setting">
        <h2 className="section">Missing</h2>
        <ul>
          {of('missing').map((one) => (
            <li key={one.subject}>
              {one.subject === 'disc' ? 'Without DISC' : 'Due to answer again, and did not'}:{' '}
              {percent(one.value)} ({percent(one.low)} to {percent(one.high)}) of {one.n}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const columns = [
  ['alpha', 'Alpha'],
  ['omega', 'Omega'],
  ['retest', 'Retest r'],
  ['mean', 'Mean'],
  ['sd', 'SD'],
] as const

function ScaleTable({ title, figures }: { title: string; figures: readonly Figure[] }) {
  if (figures.length === 0) return null
  const shown = columns.filter(([key]) => figures.some(({ figure }) => figure === key))
  const subjects = [...new Set(figures.map(({ subject }) => subject))]
  return (
    <section className="setting">
      <h2 className="section">{title}</h2>
      <BlockTable heads={['Scale', ...shown.map(([, label]) => label)]} className="study-table">
        {subjects.map((subject) => (
          <BlockRow key={subject}>
            <RowHead>{scaleNames[subject] ?? subject}</RowHead>
            {shown.map(([key, label]) => (
              <BlockCell key={key} label={label}>
                <Value
                  figure={figures.find((one) => one.subject === subject && one.figure === key)}
                  decimals={key === 'mean' || key === 'sd' ? 1 : 2}
                />
              </BlockCell>
            ))}
          </BlockRow>
        ))}
      </BlockTable>
    </section>
  )
}

const verdicts = { supported: 'Supported', open: 'Open', contradicted: 'Contradicted' } as const

function RelationTable({ figures }: { figures: readonly Figure[] }) {
  const hasVerdict = figures.some(({ verdict }) => verdict)
  return (
    <BlockTable
      heads={['Letter and facet', 'r', ...(hasVerdict ? ['Prediction'] : [])]}
      className="study-table"
    >
      {figures.map((one) => (
        <BlockRow key={`${one.subject} ${one.other}`}>
          <RowHead>
            {one.subject}, {scaleNames[one.other ?? ''] ?? one.other}
          </RowHead>
          <BlockCell label="r">
            <Value figure={one} decimals={2} />
          </BlockCell>
          {one.verdict && <BlockCell label="Prediction">{verdicts[one.verdict]}</BlockCell>}
        </BlockRow>
      ))}
    </BlockTable>
  )
}

/** A figure with its interval; a dash where there are too few people. */
function Value({ figure, decimals }: { figure: Figure | undefined; decimals: number }) {
  if (!figure) return <span className="note">—</span>
  const text = (value: number) => value.toFixed(decimals)
  return (
    <span className="figures" title={`${figure.n} people`}>
      {text(figure.value)}{' '}
      <span className="note">
        {text(figure.low)} to {text(figure.high)}
      </span>
    </span>
  )
}

function countOf(figures: readonly Figure[], verdict: Figure['verdict']): number {
  return figures.filter((one) => one.verdict === verdict).length
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}
