import type { UsageReport } from '../client/types.ts'
import { longDayText, number, percent } from './charts.ts'

/** The period in four numbers, compared with as many days before. */
export function PeriodFigures({
  report: { totals, previous, funnel, countedSince },
}: {
  report: UsageReport
}) {
  const isComparable = countedSince !== null && countedSince <= previous.to
  const change = (now: number, before: number) =>
    isComparable ? differenceText(now - before) : 'Nothing to compare with yet'
  const minutes = (value: number | null) => value?.toLocaleString('en-GB') ?? '–'
  return (
    <>
      <dl className="usage-figures">
        <Figure
          name="Completed"
          value={number(totals.completed)}
          note={change(totals.completed, previous.completed)}
        />
        <Figure
          name="Invited"
          value={number(totals.invited)}
          note={change(totals.invited, previous.invited)}
        />
        <Figure
          name="Completion rate"
          value={percent(funnel.completed, funnel.invited)}
          note={`${number(funnel.completed)} of ${number(funnel.invited)} invited, so far`}
        />
        <Figure
          name="Median minutes"
          value={minutes(totals.medianMinutes)}
          note={
            totals.medianMinutes === null
              ? 'Shown once ten have completed'
              : previous.medianMinutes === null
                ? 'Half of the people took less'
                : `${minutes(previous.medianMinutes)} before`
          }
        />
      </dl>
      {isComparable && (
        <p className="note usage-compared">
          Compared with {longDayText(previous.from)} to {longDayText(previous.to)}.
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
  if (difference === 0) return 'As many as before'
  return `${number(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than before`
}
