import { z } from 'zod'
import { type ReportFixtureTexts, reportFixtures } from '../../content/report-fixtures.ts'
import type { Locale } from '../../contract/locale.ts'
import { operation, type ReadyJson, type Result } from '../../contract/operation.ts'
import { LocaleCode } from '../../contract/shapes.ts'
import { coreFixtures, discFixtures, focusFixtures } from './fixture-texts.ts'

const ReportFixture = z
  .strictObject({
    key: z.string().meta({ description: 'Key of the value or the style.', examples: ['freedom'] }),
    label: z.string().meta({ description: 'Display name.', examples: ['Freedom'] }),
    bullet: z.string().meta({
      description: 'One line, for lists.',
      examples: ['Choosing how, when and in what order to do things'],
    }),
    reportSections: z.array(z.string()).meta({
      description:
        'Four paragraphs: what it means, what gives energy, what can get in the way, and how others can ' +
        'work with you.',
      examples: [
        ['Freedom stands high in your order: you want to choose how, when and in what order you do things.'],
      ],
    }),
    descriptor: z
      .string()
      .meta({ description: 'Completes the sentence "You are …".', examples: ['self-directed'] }),
    locale: LocaleCode,
  })
  .meta({ id: 'ReportFixture', description: 'Report texts for one value or style.' })

const FocusReportFixture = ReportFixture.extend({
  key: z.string().meta({ description: 'Key of the trait or the facet.', examples: ['creativity'] }),
  label: z.string().meta({ description: 'Display name.', examples: ['Creativity'] }),
  bullet: z.string().meta({
    description: 'One line, for lists.',
    examples: ['You keep to what is real and seldom daydream.'],
  }),
  reportSections: z.array(z.string()).meta({
    description: 'Three paragraphs: what the statements ask, what the level means, how to read the level.',
    examples: [['The four statements ask about a vivid imagination.']],
  }),
  descriptor: z.string().meta({
    description: 'Completes the sentence "You are …".',
    examples: ['below the middle of the comparison group'],
  }),
  trait: z.string().meta({ description: 'The trait that the facet belongs to.', examples: ['flexibility'] }),
  level: z
    .enum(['veryLow', 'low', 'baseline', 'high', 'veryHigh'])
    .meta({ description: 'Level of these texts.', examples: ['low'] }),
}).meta({ id: 'FocusReportFixture', description: 'Report texts for one level of a trait or a facet.' })

const input = z.strictObject({ locale: LocaleCode })

export const getCoreReportFixtures = operation({
  name: 'get_core_report_fixtures',
  summary: 'Get the report texts of the thirteen Core values',
  access: 'anyToken',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input,
  output: z.array(ReportFixture),
  rest: {
    group: 'fixtures',
    route: 'GET /fixtures/{locale}/core/report',
    sdk: 'reportFixtures.getCore',
    key: 'reportFixtures',
    status: 200,
  },
  run: async (_, { locale }) => fixturesOf('core', locale),
})

export const getDiscReportFixtures = operation({
  name: 'get_disc_report_fixtures',
  summary: 'Get the report texts of the sixteen DISC styles',
  access: 'anyToken',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input,
  output: z.array(ReportFixture),
  rest: {
    group: 'fixtures',
    route: 'GET /fixtures/{locale}/disc/report',
    sdk: 'reportFixtures.getDisc',
    key: 'reportFixtures',
    status: 200,
  },
  run: async (_, { locale }) => fixturesOf('disc', locale),
})

export const getFocusReportFixtures = operation({
  name: 'get_focus_report_fixtures',
  summary: 'Get the report texts of all Focus traits and facets, for each level',
  access: 'anyToken',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input,
  output: z.array(FocusReportFixture),
  rest: {
    group: 'fixtures',
    route: 'GET /fixtures/{locale}/focus/report',
    sdk: 'reportFixtures.getFocus',
    key: 'reportFixtures',
    status: 200,
  },
  run: async (_, { locale }) => fixturesOf('focus', locale),
})

type Kind = 'core' | 'disc' | 'focus'

function fixturesOf(kind: Kind, locale: Locale): Result<never> {
  return { resource: ready(locale)[kind] as never }
}

/** The texts never change while the service runs, so their JSON is built once, on first use. */
function ready(locale: Locale): Readonly<Record<Kind, ReadyJson>> {
  const cached = cache.get(locale) ?? make(reportFixtures(locale))
  cache.set(locale, cached)
  return cached
}

const cache = new Map<Locale, Readonly<Record<Kind, ReadyJson>>>()

function make(texts: ReportFixtureTexts): Readonly<Record<Kind, ReadyJson>> {
  const json = (fixtures: readonly unknown[]) => ({ readyJson: JSON.stringify(fixtures) })
  return {
    core: json(coreFixtures(texts)),
    disc: json(discFixtures(texts)),
    focus: json(focusFixtures(texts)),
  }
}
