import { z } from 'zod'
import { cellSize, directionCount, mostDots, tSteps } from '../../charts/team-grid.ts'

/** Shapes of a large team in the API: counts in place of people. */

const people = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] })

const points = (description: string) => z.number().meta({ description, examples: [-12.5] })

export const TeamDensity = z
  .strictObject({
    isSample: z.boolean().meta({
      description:
        'Whether all figures of the team, `profileCount` and `resultCount` included, are those of a sample: of a team of ' +
        'more than 10,000 people, or of tags with more than 100,000 together.',
      examples: [false],
    }),
    discCount: people('People with DISC results: the sum of the cells.', 9998),
    coreCount: people('People with Core results, on whom `values` rest.', 9996),
    cells: z
      .array(
        z.strictObject({
          across: points(
            'The middle of the cell to the right: people before tasks, ((I+S)−(D+C))/2, in points.',
          ),
          up: points('The middle of the cell upwards: a quick pace, ((D+I)−(S+C))/2, in points.'),
          count: people('People in it.', 57),
        }),
      )
      .meta({
        description:
          `Where people are between the four letters, in square cells with an edge of ${cellSize} points. Who is farther ` +
          'than 45 points from the middle is counted at 45. Cells without people are left out.',
      }),
    directions: z
      .array(z.int().min(0))
      .length(directionCount)
      .meta({
        description: `People in each direction from the middle, in steps of ${360 / directionCount}°, counter-clockwise from the right.`,
        examples: [Array(directionCount).fill(83)],
      }),
  })
  .meta({
    id: 'TeamDensity',
    description: `Counts in place of people. Only for teams of more than ${mostDots} people with results.`,
  })

export const TraitSteps = z
  .array(z.int().min(0))
  .length(tSteps.count)
  .meta({
    description:
      `How many people are in each step of ${tSteps.size} T points from 25 to 75; the first and the last include those ` +
      'beyond. Only where there is `density`.',
    examples: [Array(tSteps.count).fill(500)],
  })

export const TraitLevels = z
  .strictObject({
    veryLow: people('Very low.', 640),
    low: people('Low.', 2410),
    baseline: people('In the middle.', 3900),
    high: people('High.', 2380),
    veryHigh: people('Very high.', 670),
  })
  .meta({ description: 'How many people are at each level. Only where there is `density`.' })

export type TeamDensity = z.output<typeof TeamDensity>
