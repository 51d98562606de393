import { useState } from 'react'
import type { UsageReport } from '../client/types.ts'
import { longDayText } from './charts.ts'
import { intervals, periods, type UsageSearch } from './search.ts'

const periodNames: Record<(typeof periods)[number] | 'month', string> = {
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  year: 'Last 365 days',
  custom: 'Choose days',
}

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
        Period
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
              {periodNames[name]}
            </option>
          ))}
        </select>
      </label>
      {search.period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <label key={name} className="field-label">
            {name === 'from' ? 'First day' : 'Last day'}
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
        Columns
        <select
          className="field"
          value={report.interval}
          onChange={({ target }) => {
            const interval = intervals.find((one) => one === target.value)
            onChange({ ...search, ...(interval && { interval }) })
          }}
        >
          <option value="day">Days</option>
          <option value="week">Weeks</option>
          <option value="month">Months</option>
        </select>
      </label>
      <p className="note" role="status">
        {days.from > days.to
          ? 'The first day is after the last day.'
          : `${longDayText(report.from)} to ${longDayText(report.to)}, in ${report.timeZone}`}
      </p>
    </search>
  )
}
