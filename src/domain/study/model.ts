import { z } from 'zod'
import { Timestamp } from '../../contract/shapes.ts'
import { studyFloor } from '../../scoring/study-figure.ts'

/** Days between the days on which a release is considered, counted from the opening. */
export const releaseEveryDays = 28
/** How far people are counted before a study is opened: what matters then is whether there are enough. */
export const mostEligibleCounted = 2_000
/** At most two thirds of the people may be used, so fewer people than this never get a release. */
export const smallestAccount = Math.ceil(studyFloor * 1.5)

const StudyFigure = z
  .strictObject({
    kind: z
      .enum(['trait', 'facet', 'letter', 'prediction', 'comparison', 'criterion', 'peer', 'core', 'missing'])
      .meta({
        description:
          'What it is about: a scale of Focus, a letter of DISC, a letter with a facet that the manual predicts ' +
          '(`prediction`) or does not (`comparison`), a criterion with a trait, a trait with the mean of what people who know someone answered ' +
          '(`peer`), the order of Core (`core`), or what is missing.',
        examples: ['trait'],
      }),
    subject: z.string().meta({
      description: 'The scale, letter, criterion or part; `order` or a value of Core.',
      examples: ['stability'],
    }),
    figure: z.enum(['alpha', 'omega', 'retest', 'mean', 'sd', 'r', 'share', 'median']).meta({
      description:
        '`alpha` and `omega` of one occasion, `retest` the correlation of two, `mean` and `sd` in T (letters: in ' +
        'differences), `r` a correlation, `share` of the people, from 0 to 1, `median` of the correlations of ' +
        'each person’s two orders of Core.',
      examples: ['alpha'],
    }),
    other: z
      .string()
      .optional()
      .meta({ description: 'The facet or trait of a correlation.', examples: ['leadership'] }),
    n: z
      .int()
      .min(studyFloor)
      .meta({ description: 'Number of people.', examples: [60] }),
    value: z.number().meta({ description: 'The figure, with noise.', examples: [0.841] }),
    low: z.number().meta({ description: 'Lower end of its 95% interval.', examples: [0.772] }),
    high: z.number().meta({ description: 'Upper end of its 95% interval.', examples: [0.889] }),
    verdict: z
      .enum(['supported', 'contradicted', 'open'])
      .optional()
      .meta({
        description:
          'For a prediction: whether the whole interval is on its side, on the other side, or neither.',
        examples: ['open'],
      }),
  })
  .meta({ id: 'StudyFigure', description: 'One figure of a study with its 95% interval.' })

const StudyRelease = z
  .strictObject({
    number: z
      .int()
      .min(1)
      .meta({ description: 'Counts the releases of the study.', examples: [1] }),
    createdAt: Timestamp.meta({ description: 'When it was computed.' }),
    people: z
      .int()
      .min(studyFloor)
      .meta({
        description: 'Number of people used: a multiple of ten, drawn at random from those who take part.',
        examples: [60],
      }),
    figures: z.array(StudyFigure).meta({ description: 'All figures, in a fixed order.' }),
  })
  .meta({ id: 'StudyRelease', description: 'What a study has found so far.' })

export const StudyCriterion = z
  .strictObject({
    name: z.string().meta({ description: 'The name of its column.', examples: ['Rated performance'] }),
    meaning: z.string().meta({
      description: 'What the values are.',
      examples: ['Mean of three ratings by the team lead in spring, from 1 to 5'],
    }),
    uploadedAt: Timestamp.meta({ description: 'When values were last uploaded.' }),
  })
  .meta({
    id: 'StudyCriterion',
    description: 'Something that the account knows about its people, for the study.',
  })

export const Study = z
  .strictObject({
    openedAt: Timestamp.meta({ description: 'When the study was opened.' }),
    endedAt: Timestamp.nullable().meta({ description: 'When it was ended; null while it is open.' }),
    focusForm: z.enum(['focus-120', 'focus-60']).meta({
      description: 'Length of Focus: people who answered this one can take part.',
      examples: ['focus-120'],
    }),
    eligible: z.int().meta({
      description:
        'People of the account who could take part: those with results of this form whose answers have no warning ' +
        'signs. It says nothing about who does.',
      examples: [90],
    }),
    smallestAccount: z.int().meta({
      description: 'With fewer people who could take part there is no release.',
      examples: [smallestAccount],
    }),
    nextReleaseAt: Timestamp.nullable().meta({
      description:
        'When a release is considered next: every four weeks from the opening, whatever happens. Null once ended.',
    }),
    criteria: z.array(StudyCriterion).meta({
      description:
        'What the account uploaded about its people. Who of them has values in the study is not shown.',
    }),
    release: StudyRelease.nullable().meta({
      description: 'The newest release; null until enough people took part.',
    }),
  })
  .meta({
    id: 'Study',
    description: 'A validation study. Nothing in it depends on any one person taking part.',
  })

/** What a study of this account would start from. */
export const StudyEligibility = Study.pick({ focusForm: true, eligible: true, smallestAccount: true })
  .extend({
    isComplete: z.boolean().meta({
      description: `False if counting stopped at ${mostEligibleCounted} people: \`eligible\` is then the least there are.`,
      examples: [true],
    }),
  })
  .meta({
    id: 'StudyEligibility',
    description: 'How many people could take part in a study of the account, whether one is open or not.',
  })

const Column = z.strictObject({
  file: z.enum(['figures', 'rows', 'criteria']).meta({
    description: 'The file with this column; `criteria` for what the account uploaded, which is in neither.',
    examples: ['rows'],
  }),
  column: z
    .string()
    .meta({ description: 'Name in the first line, or of the criterion.', examples: ['language'] }),
  description: z
    .string()
    .meta({ description: 'What it holds.', examples: ['Language that the person chose.'] }),
  values: z.string().meta({ description: 'Its values.', examples: ['low, middle, high'] }),
})

export const StudyExport = z
  .strictObject({
    number: z.int().meta({ description: 'The release that was exported.', examples: [1] }),
    codebook: z.array(Column).meta({ description: 'Every column of both files.' }),
    figuresCsv: z.string().meta({
      description: 'All figures of the release.',
      examples: ['kind,subject,figure,other,n,value,low,high,verdict\r\n'],
    }),
    rowsCsv: z.string().meta({
      description:
        'One line for each person used, with values that at least five of them share and that at most two thirds of ' +
        'the people with them took part.',
      examples: ['language,flexibility\r\nen,*\r\n'],
    }),
  })
  .meta({ id: 'StudyExport', description: 'The newest release as files, with a codebook.' })
