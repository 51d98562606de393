import { z } from 'zod'
import { Timestamp } from '../../contract/shapes.ts'
import { traitFacets } from './scores.ts'

const LocalScale = z.strictObject({
  score: z
    .number()
    .min(1)
    .max(99)
    .meta({
      description: 'Percentile among people of the account, 1 to 99 with one decimal.',
      examples: [71.2],
    }),
})

const LocalFacet = LocalScale.meta({
  id: 'LocalFocusFacet',
  description: 'One facet of a trait, compared with people of the account.',
})

function localTrait(name: keyof typeof traitFacets) {
  const facets = Object.fromEntries(traitFacets[name].map((facet) => [facet, LocalFacet]))
  return LocalScale.extend({
    facets: z.strictObject(facets).meta({ description: 'The six facets of the trait.' }),
  })
    .strict()
    .meta({ description: `The trait \`${name}\`, compared with people of the account.` })
}

/** Shown next to the general scores, never instead of them. */
export const LocalFocusScores = z
  .strictObject({
    norm: z.string().meta({
      description: 'Id of the local norm. It never changes; a later norm has another id.',
      examples: ['local-5f3a09c1-214-2026-11-21'],
    }),
    n: z
      .int()
      .min(200)
      .meta({ description: 'Number of people in the norm, at least 200.', examples: [214] }),
    createdAt: Timestamp.meta({ description: 'When it was created.' }),
    generalNorm: z.string().meta({
      description: 'The general norm that the scores are shrunk towards.',
      examples: ['johnson-2014-balanced-1'],
    }),
    scores: z
      .strictObject({
        flexibility: localTrait('flexibility'),
        organization: localTrait('organization'),
        communication: localTrait('communication'),
        understanding: localTrait('understanding'),
        stability: localTrait('stability'),
      })
      .meta({ description: 'Percentiles by trait and facet.' }),
  })
  .meta({
    id: 'LocalFocus',
    description:
      'Focus scores of a person compared with people of their own account, shrunk towards the general ' +
      'norm.',
  })
