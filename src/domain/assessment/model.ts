import { z } from 'zod'
import { AssessmentId } from '../../contract/shapes.ts'

const Letter = z.enum(['D', 'I', 'S', 'C'])
const ValueKey = z.string().max(40)
/** One answer as the taking page sends it. */
export const AnswerInput = z.strictObject({
  assessment: AssessmentId,
  item: z.int().min(1).max(120),
  value: z.union([
    z.int().min(1).max(5),
    z.strictObject({ most: Letter, least: Letter }),
    z.strictObject({ block: z.array(ValueKey).length(4).optional(), best: ValueKey, worst: ValueKey }),
  ]),
  seq: z.int().min(1).max(1_000_000_000),
})
const Seconds = z.int().min(0).max(31_536_000)
/** Cumulative seconds of one browser session in one assessment. */
export const StopwatchInput = z.strictObject({
  assessment: AssessmentId,
  sessionId: z.string().regex(/^[\w-]{8,64}$/, 'is not a session id'),
  activeSeconds: Seconds,
  idleSeconds: Seconds,
  inactiveSeconds: Seconds,
})
