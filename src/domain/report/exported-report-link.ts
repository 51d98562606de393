import { z } from 'zod'
import { PublicId, Timestamp } from '../../contract/shapes.ts'

const later = '2026-11-28T09:00:00.000Z'

/** A link to a person's report, as personal exports show it. */
export const ExportedReportLink = z.strictObject({
  id: PublicId,
  madeBy: z.enum(['person', 'account']).meta({
    description: '`person`: the person, on their own page. `account`: somebody who acts for it.',
    examples: ['person'],
  }),
  createdAt: Timestamp.meta({ description: 'When it was made.' }),
  expiresAt: Timestamp.meta({ description: 'When it ends or ended.', examples: [later] }),
  revokedAt: Timestamp.nullable().meta({
    description: 'When it was ended before its time; null unless it was.',
    examples: [null],
  }),
})
