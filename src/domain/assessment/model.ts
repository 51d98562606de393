import { z } from 'zod'
import { currentWording, firstWording } from '../../content/wordings.ts'
import { AssessmentId } from '../../contract/shapes.ts'

const Letter = z.enum(['D', 'I', 'S', 'C'])
const ValueKey = z.string().max(40)
const ItemNumber = z.int().min(1).max(120)

const FocusAnswer = z.int().min(1).max(5)
const DiscAnswer = z.strictObject({ most: Letter, least: Letter })
const StoredCoreAnswer = z.strictObject({
  block: z.array(ValueKey).length(4),
  best: ValueKey,
  worst: ValueKey,
})
export type DiscAnswer = z.output<typeof DiscAnswer>

/** Stored answers by item number: Focus by item, DISC by block of the form, Core by screen. */
export const AnswersByItem = z.strictObject({
  focus: z.record(ItemNumber, FocusAnswer),
  disc: z.record(ItemNumber, DiscAnswer),
  core: z.record(ItemNumber, StoredCoreAnswer),
})
export type AnswersByItem = z.output<typeof AnswersByItem>

/** One answer as the taking page sends it. */
export const AnswerInput = z.strictObject({
  assessment: AssessmentId,
  item: ItemNumber,
  value: z.union([FocusAnswer, DiscAnswer, StoredCoreAnswer.partial({ block: true })]),
  seq: z.int().min(1).max(1_000_000_000),
})
/** By assessment, the wording in which a page shows its questions. */
const Wording = z.int().min(firstWording).max(currentWording)
export const WordingsInput = z.partialRecord(AssessmentId, Wording)
export type WordingsInput = z.output<typeof WordingsInput>

const Seconds = z.int().min(0).max(31_536_000)
/** Cumulative seconds of one browser session in one assessment. */
export const StopwatchInput = z.strictObject({
  assessment: AssessmentId,
  sessionId: z.string().regex(/^[\w-]{8,64}$/, 'is not a session id'),
  activeSeconds: Seconds,
  idleSeconds: Seconds,
  inactiveSeconds: Seconds,
})
