import { z } from 'zod'
import { AssessmentId } from '../../contract/shapes.ts'

/** A person's results in the API. Each number documents what it is and is not. */

export const Level = z.enum(['veryLow', 'low', 'baseline', 'high', 'veryHigh']).meta({
  id: 'Level',
  description:
    'Position of the score in the norm: `baseline` is the middle, half a standard deviation to each ' +
    'side; the outer levels begin at one and a half. Neither end is good or bad.',
  examples: ['high'],
})

const Scale = z.strictObject({
  score: z
    .number()
    .min(1)
    .max(99)
    .meta({
      description:
        'Percentile in the norm, 1 to 99 with one decimal: the percentage of people in the norm who ' +
        'scored lower. Not a grade and not a measure of ability.',
      examples: [78.4],
    }),
  level: Level,
})

const Facet = Scale.meta({ id: 'FocusFacet', description: 'One facet of a trait, from four statements.' })

export const traitFacets = {
  flexibility: [
    'creativity',
    'aestheticAppreciation',
    'emotionalAwareness',
    'innovativeness',
    'intellectualCuriosity',
    'openMindedness',
  ],
  organization: ['selfBelief', 'systemization', 'responsibility', 'goalOriented', 'discipline', 'prudence'],
  communication: ['friendliness', 'sociability', 'leadership', 'vigor', 'adventureSeeking', 'cheerfulness'],
  understanding: ['trust', 'integrity', 'generosity', 'teamwork', 'humility', 'compassion'],
  stability: ['composure', 'temperance', 'optimism', 'confidence', 'selfControl', 'resilience'],
} as const

function trait(name: keyof typeof traitFacets, description: string) {
  const facets = Object.fromEntries(traitFacets[name].map((facet) => [facet, Facet]))
  return Scale.extend({
    facets: z.strictObject(facets).meta({ description: 'The six facets of the trait.' }),
  })
    .strict()
    .meta({ description })
}

export const FocusScores = z
  .strictObject({
    flexibility: trait('flexibility', 'Openness to new ideas, feelings and ways of doing things.'),
    organization: trait('organization', 'Order, follow-through and care.'),
    communication: trait('communication', 'Ease and energy among people.'),
    understanding: trait('understanding', 'Warmth and regard for others.'),
    stability: trait('stability', 'Calm under pressure.'),
  })
  .meta({
    id: 'Focus',
    description:
      'Five traits with six facets each, compared with a norm. A facet is less precise than its trait.',
  })

const letterScore = (letter: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .meta({
      description: `Weight of ${letter} within this person, 0 to 100. The four letters always average 50.`,
      examples: [50],
    })

export const DiscScores = z
  .strictObject({
    style: z
      .string()
      .regex(/^[DISC]{1,2}$/)
      .meta({
        description: 'The leading letter, and a second one if it also stands out, the higher one first.',
        examples: ['DI'],
      }),
    d: letterScore('D (direct)').meta({ examples: [70.8] }),
    i: letterScore('I (outgoing)').meta({ examples: [58.3] }),
    s: letterScore('S (steady)').meta({ examples: [37.5] }),
    c: letterScore('C (careful)').meta({ examples: [33.4] }),
    styleIsTied: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether two letters are exactly even where the style needed one of them, so that only the order ' +
          'D, I, S, C chose. Show such a style as even. Omitted for results of scoring 1.0.0.',
        examples: [false],
      }),
  })
  .meta({
    id: 'Disc',
    description:
      'Which of four ways of acting a person prefers. Relative within the person: compare the four ' +
      'letters of one person, never one letter between two people. An exact style is repeated less than ' +
      'half the time.',
  })

const rankedValue = (which: string, key: string) =>
  z.string().meta({ description: `Key of the ${which} value.`, examples: [key] })

export const CoreRanking = z
  .strictObject({
    first: rankedValue('most important', 'freedom'),
    second: rankedValue('second', 'wisdom'),
    third: rankedValue('third', 'care'),
    fourth: rankedValue('fourth', 'achievement'),
    fifth: rankedValue('fifth', 'fairness'),
    rank90: z
      .record(z.string(), z.tuple([z.int().min(1).max(13), z.int().min(1).max(13)]))
      .optional()
      .meta({
        description:
          'For each of the thirteen values by key, best first, the best and the worst rank that it may well ' +
          'have: in about nine of ten cases the true rank is in this interval. Intervals that overlap say that ' +
          'the order of the two is uncertain. Omitted for results of scoring 1.0.0.',
        examples: [{ freedom: [1, 2], wisdom: [1, 4], care: [2, 6] }],
      }),
  })
  .meta({
    id: 'Core',
    description:
      "The person's five most important values, of thirteen. Ranks compare values within the person; " +
      'there is no norm, and neighboring values can be nearly equal. The texts are in the Core ' +
      'fixtures, by key.',
  })

const QualityReason = z
  .strictObject({
    assessment: AssessmentId,
    index: z.string().meta({
      description:
        'What was measured, such as `speed` (seconds per item) or `longestRun` (identical answers in a ' +
        'row).',
      examples: ['speed'],
    }),
    value: z.number().meta({ description: 'The measured value, in the unit of the index.', examples: [2.6] }),
    limit: z.number().meta({ description: 'The threshold it was compared with.', examples: [3] }),
  })
  .meta({ id: 'QualityReason', description: 'A sign of careless answers.' })

export const Quality = z
  .strictObject({
    outcome: z.enum(['ok', 'caution', 'invalid']).meta({
      description:
        '`caution`: interpret the scores with caution. `invalid`: the answers are too unreliable to ' +
        'describe the person.',
      examples: ['caution'],
    }),
    reasons: z.array(QualityReason).meta({ description: 'Reasons for the outcome.' }),
    notes: z
      .array(QualityReason)
      .meta({ description: "Additional information that doesn't change the outcome.", examples: [[]] }),
    version: z
      .string()
      .optional()
      .meta({
        description: 'Version of the quality rules. Omitted for the first version.',
        examples: ['2'],
      }),
  })
  .meta({ id: 'Quality', description: 'How far the answers can be trusted. Never part of a score.' })

/** The source of the scores: form with version, scoring version and norm of each assessment. */
export const Scoring = z
  .strictObject({
    form: z.partialRecord(AssessmentId, z.string()).meta({
      description: 'Form of each scored assessment.',
      examples: [{ disc: 'disc-24-1', focus: 'focus-120-1', core: 'core-13-1' }],
    }),
    version: z.string().meta({
      description: 'Version of the scoring of the result that was made last.',
      examples: ['1.1.0'],
    }),
    versions: z
      .partialRecord(AssessmentId, z.string())
      .optional()
      .meta({
        description: 'Version of the scoring of each assessment. Omitted if it is the same for all.',
        examples: [{ disc: '1.0.0', focus: '1.1.0' }],
      }),
    norm: z.partialRecord(AssessmentId, z.string().nullable()).meta({
      description: 'Norm of each assessment. Core ranks values against each other and has none.',
      examples: [{ disc: 'disc-provisional-1', focus: 'johnson-2014-balanced-1', core: null }],
    }),
    confidence: z
      .strictObject({
        disc: z
          .strictObject({
            style: z
              .number()
              .min(0)
              .max(1)
              .meta({
                description: 'Share of 1,000 draws around the answers that gave the stated style, 0 to 1.',
                examples: [0.56],
              }),
            styles: z.record(z.string(), z.number()).meta({
              description: 'Share of 1,000 draws around the answers that gave each style.',
              examples: [{ DI: 0.56, D: 0.31, ID: 0.13 }],
            }),
          })
          .optional()
          .meta({ description: 'Certainty of the DISC style. Omitted until DISC is scored.' }),
        focus: z
          .record(z.string(), z.number())
          .meta({
            description:
              'For each trait and facet, the probability that the stated level is the true one, 0 to 1. Results ' +
              'of scoring 1.0.0 state too much for very low and very high levels.',
            examples: [{ flexibility: 0.82, creativity: 0.61 }],
          })
          .optional(),
      })
      .meta({ description: 'Certainty of the stated style and levels.' }),
    standardErrors: z
      .record(z.string(), z.number())
      .optional()
      .meta({
        description:
          'For each trait and facet, the standard error of its T score (mean 50, SD 10). Omitted until Focus ' +
          'is scored, and for results of scoring 1.0.0, which used 3.6 for traits and 5.3 for facets.',
        examples: [{ flexibility: 3.4, creativity: 5.48 }],
      }),
    sideConfidence: z
      .record(z.string(), z.number())
      .optional()
      .meta({
        description:
          'For each trait and facet, the probability that the true score is on the stated side of the ' +
          'middle, or in the middle band if the level is `baseline`, 0 to 1. A side is much surer than a level: ' +
          'prefer to name the side. Omitted until Focus is scored, and for results of scoring 1.0.0.',
        examples: [{ flexibility: 0.97, creativity: 0.91 }],
      }),
  })
  .meta({
    id: 'Scoring',
    description:
      'Where the scores come from. With the same answers, form, version and norm they come out again.',
  })
