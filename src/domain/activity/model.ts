import { z } from 'zod'
import { locales } from '../../contract/locale.ts'
import { timeZoneInput } from '../../contract/time-zone.ts'

/** A period of this many days has at most this many buckets. */
export const [maxDays, maxBuckets] = [1_100, 400]

const Day = z
  .string()
  .regex(/^2\d{3}-\d{2}-\d{2}$/, 'is not a date such as 2026-11-28')
  .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), {
    message: 'is not a date that exists',
  })

const ShownDay = z.string().meta({ description: 'A day in the time zone.', examples: ['2026-11-28'] })

const IntervalName = z.enum(['day', 'week', 'month'], { error: 'must be day, week or month' })

export const UsageInput = z.strictObject({
  from: Day.optional().meta({
    description: 'First day of the period, in `timeZone`. Default: 29 days before `to`.',
    examples: ['2026-10-30'],
  }),
  to: Day.optional().meta({
    description: `Last day of the period, which is included. Default: today. A period has at most ${maxDays} days.`,
    examples: ['2026-11-28'],
  }),
  interval: IntervalName.optional().meta({
    description: `What \`buckets\` are: days, weeks from Monday, or months; at most ${maxBuckets}. Default: days up to 92 days, then weeks up to 400, then months.`,
    examples: ['week'],
  }),
  timeZone: timeZoneInput(
    "Where days, weeks, months and hours begin (IANA name). Default: the account's `timezone`, or UTC.",
  ).optional(),
})

const count = (description: string, example: number) => z.int().meta({ description, examples: [example] })

const stepFields = {
  invited: count(
    'People whose first message was accepted by the mail server or the SMS provider, or who came by a public link.',
    48,
  ),
  opened: count('People who pressed Start for the first time.', 44),
  started: count('People who gave their first answer.', 43),
  completed: count('People who completed all their assessments.', 40),
}

const medianMinutes = z
  .number()
  .nullable()
  .meta({
    description: 'Median active minutes of people who completed, in tens. Null if there is no whole ten.',
    examples: [21.5],
  })

const people = count('How many people this counts, in tens.', 40)

export const UsageReport = z
  .strictObject({
    from: ShownDay,
    to: ShownDay,
    interval: IntervalName.meta({ description: 'What `buckets` are.', examples: ['week'] }),
    timeZone: z.string().meta({ description: 'Where the days begin and end.', examples: ['Europe/Berlin'] }),
    countedSince: ShownDay.nullable().meta({
      description: 'The first day on which anything was counted; null if there is nothing yet.',
    }),
    totals: z
      .strictObject({ ...stepFields, medianMinutes })
      .meta({ description: 'What happened in the period. A retake counts again.' }),
    previous: z
      .strictObject({ from: ShownDay, to: ShownDay, ...stepFields, medianMinutes })
      .meta({ description: 'The same for as many days right before.' }),
    funnel: z
      .strictObject(stepFields)
      .meta({ description: 'How far the people who were invited in the period have come until now.' }),
    buckets: z.array(z.strictObject({ from: ShownDay, to: ShownDay, ...stepFields })).meta({
      description:
        'What happened in each day, week or month, oldest first. Those at both ends are cut off by the period.',
    }),
    hours: z
      .array(
        z.strictObject({
          weekday: count('1 is Monday, 7 is Sunday.', 2),
          hour: count('From 0 to 23.', 9),
          completed: count('People who completed in this hour.', 6),
        }),
      )
      .meta({ description: 'Completions by weekday and hour of the day; those without any are left out.' }),
    languages: z
      .strictObject({
        people,
        counts: z
          .array(
            z.strictObject({
              locale: z.enum(locales).meta({ description: 'Language of the pages.', examples: ['de'] }),
              people: count('People who completed in it.', 12),
            }),
          )
          .meta({ description: 'Each language that someone completed in.' }),
      })
      .meta({ description: 'In which languages people completed, most used first.' }),
    devices: z
      .strictObject({
        people,
        phone: count('On a phone.', 22),
        tablet: count('On a tablet.', 2),
        desktop: count('On a computer.', 15),
        unknown: count('Not recognized, or from before devices were counted.', 1),
      })
      .meta({
        description: 'What people pressed Start on. Only this word is kept, and only in these counts.',
      }),
    reliability: z
      .strictObject({
        people,
        ok: count('Answers that can be relied on.', 37),
        caution: count('Answers to interpret with caution.', 2),
        invalid: count('Unreliable answers.', 1),
        unassessed: count('Not assessed.', 0),
      })
      .meta({ description: 'Response quality of people who completed.' }),
  })
  .meta({ id: 'UsageReport', description: 'What people did in a period.' })
