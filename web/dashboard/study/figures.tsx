import type { CallAnswer } from '../client/call.ts'
import { count, fill } from '../language/fill.ts'
import { formatList, formatNumber, joinSentences } from '../language/formats.ts'
import { formatPercent } from '../language/more-formats.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { scaleNames, valueNames } from '../words/result-names.ts'
import { words } from './words.ts'

const texts = words.figures

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
      <ScaleTable title={texts.traits} figures={of('trait')} />
      <ScaleTable title={texts.facets} figures={of('facet')} />
      <ScaleTable title={texts.letters} figures={of('letter')} />
      {predictions.length > 0 && (
        <section className="setting">
          <h2 className="section">{texts.predictions.title}</h2>
          <div className="study-state">
            <p>
              {fill(texts.predictions.text, {
                supported: countOf(predictions, 'supported'),
                open: countOf(predictions, 'open'),
                contradicted: countOf(predictions, 'contradicted'),
              })}
            </p>
            <RelationTable figures={predictions} />
          </div>
        </section>
      )}
      {comparisons.length > 0 && (
        <section className="setting">
          <h2 className="section">{texts.comparisons.title}</h2>
          <div className="study-state">
            <p>{texts.comparisons.text}</p>
            <RelationTable figures={comparisons} />
          </div>
        </section>
      )}
      {core.length > 0 && (
        <section className="setting">
          <h2 className="section">{texts.core.title}</h2>
          <div className="study-state">
            <p>{texts.core.text}</p>
            <PlainTable head={texts.core.head} label="r" figures={core} />
          </div>
        </section>
      )}
      {peers.length > 0 && (
        <section className="setting">
          <h2 className="section">{texts.peers.title}</h2>
          <div className="study-state">
            <p>{texts.peers.text}</p>
            <PlainTable head={texts.peers.head} label="r" figures={peers} />
          </div>
        </section>
      )}
      {criteria.length > 0 && (
        <section className="setting">
          <h2 className="section">{texts.criteria.title}</h2>
          <div className="study-state">
            <p>{criteriaText(criteria)}</p>
            <RelationTable figures={criteria} head={texts.criteria.head} />
            <p className="note">{texts.criteria.limits}</p>
          </div>
        </section>
      )}
      <section className="setting">
        <h2 className="section">{texts.missing.title}</h2>
        <ul>
          {of('missing').map((one) => (
            <li key={one.subject}>
              {fill(texts.missing[one.subject === 'disc' ? 'disc' : 'retest'], {
                share: formatPercent(one.value),
                low: formatPercent(one.low),
                high: formatPercent(one.high),
                n: one.n,
              })}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const columns = ['alpha', 'omega', 'retest', 'mean', 'sd'] as const

function ScaleTable({ title, figures }: { title: string; figures: readonly Figure[] }) {
  if (figures.length === 0) return null
  const shown = columns.filter((key) => figures.some(({ figure }) => figure === key))
  const subjects = [...new Set(figures.map(({ subject }) => subject))]
  return (
    <section className="setting">
      <h2 className="section">{title}</h2>
      <BlockTable heads={[texts.scale, ...shown.map((key) => texts[key])]} className="study-table">
        {subjects.map((subject) => (
          <BlockRow key={subject}>
            <RowHead>{scaleNames[subject] ?? subject}</RowHead>
            {shown.map((key) => (
              <BlockCell key={key} label={texts[key]}>
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

function RelationTable({
  figures,
  head = texts.letterAndFacet,
}: {
  figures: readonly Figure[]
  head?: string
}) {
  const hasVerdict = figures.some(({ verdict }) => verdict)
  return (
    <BlockTable heads={[head, 'r', ...(hasVerdict ? [texts.prediction] : [])]} className="study-table">
      {figures.map((one) => (
        <BlockRow key={`${one.subject} ${one.other}`}>
          <RowHead>{formatList([one.subject, scaleNames[one.other ?? ''] ?? one.other ?? ''])}</RowHead>
          <BlockCell label="r">
            <Value figure={one} decimals={2} />
          </BlockCell>
          {one.verdict && <BlockCell label={texts.prediction}>{texts.verdicts[one.verdict]}</BlockCell>}
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
  if (subject === 'order') return texts.core.order
  return scaleNames[subject] ?? valueNames[subject]?.label ?? subject
}

/** A figure with its interval; a dash where there are too few people. */
function Value({ figure, decimals }: { figure: Figure | undefined; decimals: number }) {
  if (!figure) return <span className="note">—</span>
  const text = (value: number) =>
    formatNumber(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return (
    <span className="figures" title={count(texts.people, figure.n)}>
      {text(figure.value)}{' '}
      <span className="note">{fill(texts.interval, { low: text(figure.low), high: text(figure.high) })}</span>
    </span>
  )
}

function countOf(figures: readonly Figure[], verdict: Figure['verdict']): number {
  return figures.filter((one) => one.verdict === verdict).length
}

function countAway(figures: readonly Figure[]): number {
  return figures.filter(({ low, high }) => low > 0 || high < 0).length
}

function criteriaText(figures: readonly Figure[]): string {
  const { withoutZero, byChanceOneAtMost, byChance, correlations } = texts.criteria
  // Of so many true zeros, 95% intervals miss one in twenty.
  const expected = figures.length / 20
  return joinSentences([
    fill(withoutZero, { n: countAway(figures), all: figures.length }),
    expected < 1 ? byChanceOneAtMost : count(byChance, Math.round(expected)),
    correlations,
  ])
}
