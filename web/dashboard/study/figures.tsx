import type { CallAnswer } from '../client/call.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { scaleNames, valueNames } from '../words/result-names.ts'

type Release = NonNullable<NonNullable<CallAnswer<'GET /study'>['study']>['release']>
type Figure = Release['figures'][number]

/** The figures of a release as tables: scales, letters, predictions, and what is missing. */
export function StudyFigures({ release: { figures } }: { release: Release }) {
  const of = (kind: Figure['kind']) => figures.filter((one) => one.kind === kind)
  const predictions = of('prediction')
  const comparisons = of('comparison')
  const criteria = of('criterion')
  const peers = of('peer')
  const core = of('core')
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
      {core.length > 0 && (
        <section className="setting">
          <h2 className="section">Core, answered again</h2>
          <div className="study-state">
            <p>
              The whole order: the median of the rank correlations within people. Values: whether those who
              place one higher than others do so again.
            </p>
            <PlainTable head="Order or value" label="r" figures={core} />
          </div>
        </section>
      )}
      {peers.length > 0 && (
        <section className="setting">
          <h2 className="section">Self and others</h2>
          <div className="study-state">
            <p>
              How people see themselves, with the mean of what at least three others answered about each of
              them. The correlations are as found, not corrected for unreliability.
            </p>
            <PlainTable head="Trait" label="r" figures={peers} />
          </div>
        </section>
      )}
      {criteria.length > 0 && (
        <section className="setting">
          <h2 className="section">Criteria and traits</h2>
          <div className="study-state">
            <p>
              {countAway(criteria)} of {criteria.length} intervals leave out zero. If no criterion went with
              any trait, about {expectedByChance(criteria.length)} would by chance, so read them together. The
              correlations are as found, not corrected for unreliability, and don’t say what causes what.
            </p>
            <RelationTable figures={criteria} head="Criterion and trait" />
            <p className="note">
              A criterion never decides about a person, and isn’t a basis for hiring decisions.
            </p>
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

function RelationTable({
  figures,
  head = 'Letter and facet',
}: {
  figures: readonly Figure[]
  head?: string
}) {
  const hasVerdict = figures.some(({ verdict }) => verdict)
  return (
    <BlockTable heads={[head, 'r', ...(hasVerdict ? ['Prediction'] : [])]} className="study-table">
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

function PlainTable({ head, label, figures }: { head: string; label: string; figures: readonly Figure[] }) {
  return (
    <BlockTable heads={[head, label]} className="study-table">
      {figures.map((one) => (
        <BlockRow key={one.subject}>
          <RowHead>{nameOf(one.subject)}</RowHead>
          <BlockCell label={label}>
            <Value figure={one} decimals={2} />
          </BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}

function nameOf(subject: string): string {
  if (subject === 'order') return 'Whole order'
  return scaleNames[subject] ?? valueNames[subject]?.label ?? subject
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

function countAway(figures: readonly Figure[]): number {
  return figures.filter(({ low, high }) => low > 0 || high < 0).length
}

/** Of so many true zeros, 95% intervals miss one in twenty. */
function expectedByChance(count: number): string {
  const expected = count / 20
  return expected < 1 ? 'one at most' : String(Math.round(expected))
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}
