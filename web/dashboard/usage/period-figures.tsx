import type { UsageReport } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { longDayText, shareText } from './charts.ts'
import { words } from './words.ts'

/** The period in four numbers, compared with as many days before. */
export function PeriodFigures({
  report: { totals, previous, funnel, countedSince },
}: {
  report: UsageReport
}) {
  const isComparable = countedSince !== null && countedSince <= previous.to
  const change = (now: number, before: number) =>
    isComparable ? differenceText(now - before) : figures.incomparable
  return (
    <>
      <dl className="usage-figures">
        <Figure
          name={figures.completed}
          value={formatNumber(totals.completed)}
          note={change(totals.completed, previous.completed)}
        />
        <Figure
          name={figures.invited}
          value={formatNumber(totals.invited)}
          note={change(totals.invited, previous.invited)}
        />
        <Figure
          name={figures.rate}
          value={shareText({ part: funnel.completed, whole: funnel.invited })}
          note={fill(figures.rateNote, { completed: funnel.completed, invited: funnel.invited })}
        />
        <Figure
          name={figures.minutes}
          value={totals.medianMinutes === null ? '–' : formatNumber(totals.medianMinutes)}
          note={
            totals.medianMinutes === null
              ? figures.minutesLater
              : previous.medianMinutes === null
                ? figures.minutesMeaning
                : fill(figures.minutesBefore, { n: previous.medianMinutes })
          }
        />
      </dl>
      {isComparable && (
        <p className="note usage-compared">
          {fill(figures.compared, { from: longDayText(previous.from), to: longDayText(previous.to) })}
        </p>
      )}
    </>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd>
        <strong className="figures">{value}</strong>
        <span className="note">{note}</span>
      </dd>
    </div>
  )
}

function differenceText(difference: number): string {
  if (difference === 0) return figures.same
  return count(difference > 0 ? figures.more : figures.fewer, Math.abs(difference))
}

const { figures } = words
