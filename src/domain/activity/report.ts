import type { z } from 'zod'
import { dateFormat } from '../../contract/date-format.ts'
import { invalid } from '../../contract/failure.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { placeOfZone } from '../../contract/time-zone.ts'
import {
  addDays,
  type BucketInterval,
  bucketsOf,
  countDays,
  type Days,
  daysBefore,
  medianOf,
} from './buckets.ts'
import { maxBuckets, maxDays, UsageInput, UsageReport } from './model.ts'
import {
  listBuckets,
  listHours,
  listLocales,
  listMinutes,
  readDevices,
  readFirstSlot,
  readFunnel,
  readOutcomes,
  sumSteps,
} from './report-store.ts'

/** Counts only: no caller learns from it who did something. */
export const getUsage = operation({
  name: 'get_usage',
  summary: 'Count what people did in a period',
  description: [
    'How many were invited, opened, started and completed, by day, week or month in the time zone that you name, with',
    'the same for the period before.',
    '',
    'Languages, devices, reliability and minutes are counted in tens: ten people in a row count together, on the day of the',
    'tenth. So no two requests differ by one person, and a period may leave out up to nine people, or include some of the',
    'days before. Deleting a person changes no count.',
  ].join('\n'),
  scope: 'profiles:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['invalid'],
  input: UsageInput,
  output: UsageReport,
  rest: { group: 'usage', route: 'GET /usage', sdk: 'usage.get', key: 'usage', status: 200 },
  async run(context, asked) {
    const timeZone = asked.timeZone ?? context.account.preferences.timezone ?? 'UTC'
    const today = dayAt(context.now(), timeZone)
    const days = periodOf(asked, today)
    const interval = asked.interval ?? intervalFor(days)
    const buckets = bucketsOf(days, interval)
    if (buckets.length > maxBuckets) {
      throw invalid(
        `interval is too short: the period has more than ${maxBuckets} of them. Use week or month.`,
        {
          param: 'interval',
        },
      )
    }
    return {
      resource: {
        ...days,
        interval,
        timeZone,
        ...(await readCounts(context, { days, buckets, interval, timeZone })),
      },
    }
  },
})

type Asked = { days: Days; buckets: readonly Days[]; interval: BucketInterval; timeZone: string }
type Counts = Omit<z.output<typeof UsageReport>, 'from' | 'to' | 'interval' | 'timeZone'>

async function readCounts(
  { sql, account }: Context,
  { days, buckets, interval, timeZone }: Asked,
): Promise<Counts> {
  const period = { ...days, accountId: account.id, timeZone: placeOfZone(timeZone) }
  const before = daysBefore(days)
  const earlier = { ...period, ...before }
  const [first, totals, minutes, previous, earlierMinutes, funnel, filled, hours, counts, devices, outcomes] =
    await Promise.all([
      readFirstSlot(sql, account.id),
      sumSteps(sql, period),
      listMinutes(sql, period),
      sumSteps(sql, earlier),
      listMinutes(sql, earlier),
      readFunnel(sql, period),
      listBuckets(sql, period, interval),
      listHours(sql, period),
      listLocales(sql, period),
      readDevices(sql, period),
      readOutcomes(sql, period),
    ])
  const byDay = new Map(filled.map(({ from, ...steps }) => [from, steps]))
  const { people } = outcomes
  return {
    countedSince: first === null ? null : dayAt(new Date(first), timeZone),
    totals: { ...totals, medianMinutes: medianOf(minutes) },
    previous: { ...before, ...previous, medianMinutes: medianOf(earlierMinutes) },
    funnel,
    buckets: buckets.map((bucket) => ({ ...bucket, ...(byDay.get(bucket.from) ?? none) })),
    hours,
    languages: {
      people,
      counts: counts.flatMap(({ locale, people }) => (isLocale(locale) ? [{ locale, people }] : [])),
    },
    devices: { ...devices, unknown: devices.people - devices.phone - devices.tablet - devices.desktop },
    reliability: { ...outcomes, unassessed: people - outcomes.ok - outcomes.caution - outcomes.invalid },
  }
}

const none = { invited: 0, opened: 0, started: 0, completed: 0 }

function isLocale(text: string): text is Locale {
  return locales.some((locale) => locale === text)
}

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): Days {
  const last = to ?? today
  const days = { from: from ?? addDays(last, -29), to: last }
  if (days.from > days.to) throw invalid('from must not be after to.', { param: 'from' })
  if (countDays(days) > maxDays) {
    throw invalid(`The period is too long: at most ${maxDays} days.`, { param: 'from' })
  }
  return days
}

function intervalFor(days: Days): BucketInterval {
  const count = countDays(days)
  return count <= 92 ? 'day' : count <= 400 ? 'week' : 'month'
}

/** The calendar day at this time in a time zone. */
function dayAt(date: Date, timeZone: string): string {
  return dateFormat('en-CA', { timeZone }).format(date)
}
