import { useState } from 'react'
import type { UsageReport } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { longDayText } from './charts.ts'
import { intervals, periods, type UsageSearch } from './search.ts'
import { words } from './words.ts'

/** The period and the columns of the first chart. Their state is in the address. */
export function PeriodFields({
  search,
  report,
  today,
  onChange,
}: {
  search: UsageSearch
  report: UsageReport
  today: string
  onChange: (search: UsageSearch) => void
}) {
  const [typed, setTyped] = useState<{ from: string; to: string }>()
  const days = typed ?? { from: report.from, to: report.to }
  const change = (name: 'from' | 'to', value: string) => {
    const next = { ...days, [name]: value }
    setTyped(next)
    if (next.from !== '' && next.to !== '' && next.from <= next.to)
      onChange({ ...search, period: 'custom', ...next })
  }
  return (
    <search className="usage-period">
      <label className="field-label">
        {words.period.label}
        <select
          className="field"
          value={search.period ?? 'month'}
          onChange={({ target }) => {
            setTyped(undefined)
            const period = periods.find((one) => one === target.value)
            onChange(
              period === 'custom' ? { period, from: report.from, to: report.to } : period ? { period } : {},
            )
          }}
        >
          {(['week', 'month', 'quarter', 'year', 'custom'] as const).map((name) => (
            <option key={name} value={name}>
              {words.period[name]}
            </option>
          ))}
        </select>
      </label>
      {search.period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <label key={name} className="field-label">
            {words.period[name]}
            <input
              className="field"
              type="date"
              max={today}
              value={days[name]}
              onChange={({ target }) => change(name, target.value)}
            />
          </label>
        ))}
      <label className="field-label">
        {words.columns.label}
        <select
          className="field"
          value={report.interval}
          onChange={({ target }) => {
            const interval = intervals.find((one) => one === target.value)
            onChange({ ...search, ...(interval && { interval }) })
          }}
        >
          {intervals.map((interval) => (
            <option key={interval} value={interval}>
              {words.columns[interval]}
            </option>
          ))}
        </select>
      </label>
      <p className="note" role="status">
        {days.from > days.to
          ? words.period.reversed
          : fill(words.period.shown, {
              from: longDayText(report.from),
              to: longDayText(report.to),
              timeZone: report.timeZone,
            })}
      </p>
    </search>
  )
}
