import { z } from 'zod'
import { PublicId, Timestamp } from '../../contract/shapes.ts'

const later = '2026-11-28T09:00:00.000Z'

/** A link to a person's report, as personal exports show it. */
export const ExportedReportLink = z.strictObject({
  id: PublicId,
  madeBy: z.enum(['person', 'account']).meta({
    description:
      '`person`: the person themselves, on their own page. `account`: someone who acts for the account.',
    examples: ['person'],
  }),
  createdAt: Timestamp.meta({ description: 'When it was created.' }),
  expiresAt: Timestamp.meta({ description: 'When it expires or expired.', examples: [later] }),
  revokedAt: Timestamp.nullable().meta({
    description: "When it was revoked. Null if it wasn't.",
    examples: [null],
  }),
})

/** A person's share card, as personal exports show it. There is at most one. */
export const ExportedShareCard = z.strictObject({
  id: PublicId,
  shows: z.array(z.string()).meta({
    description: 'What the person added to tone and headline.',
    examples: [['style', 'takeaways']],
  }),
  createdAt: Timestamp.meta({ description: 'When it was made.' }),
  expiresAt: Timestamp.meta({
    description: 'When it ends, unless the person removes it.',
    examples: [later],
  }),
})
