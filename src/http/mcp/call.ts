import { Failure } from '../../contract/failure.ts'
import type { RequestLog } from '../requestLog.ts'
import { type Progress, tellProgress } from './telling.ts'
import type { Tool } from './tools.ts'
import type { Visit } from './visit.ts'
import { type Waiting, within } from './waiting.ts'

export type ToolAnswer = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
  _meta?: Record<string, unknown>
}

/** Sends a message of progress to a client that asked for it. */
export type Tell = (progress: Progress) => Promise<void>

/**
 * Calls a tool. For one that takes long nobody waits beyond the deadline; the work goes on behind the gate, and the
 * next call finds what it made.
 */
export async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  { visit, log, waiting, tell }: { visit: Visit; log: RequestLog; waiting: Waiting; tell?: Tell | undefined },
): Promise<ToolAnswer> {
  if (!tool.operation.takesLong) return answerOf(tool, given, visit, log)
  visit.holdOn()
  const telling = tell && tellProgress(tell, waiting.between)
  try {
    const work = answerOf(tool, given, visit, log, telling?.step)
    return (await within(work, waiting.deadline)) ?? unfinished(tool, waiting)
  } finally {
    await telling?.end()
  }
}

/** Arguments are checked by the gate, after the scopes; a refusal is text that says what to do, and nothing else. */
async function answerOf(
  tool: Tool,
  given: Record<string, unknown>,
  visit: Visit,
  log: RequestLog,
  step?: (words: string) => void,
): Promise<ToolAnswer> {
  try {
    const result = await visit.ask(tool.operation, given, step)
    const structuredContent = tool.door.output.parse(tool.door.content(result, given))
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    if (!(error instanceof Failure)) log.error({ reqId: visit.id, err: error }, 'unexpected error')
    const text = error instanceof Failure ? wordsOf(error, tool) : unexpected(visit.id)
    return { content: [{ type: 'text', text }], isError: true, ...metaOf(error) }
  }
}

/** What is told of an error that nobody foresaw; the log has it under the same reference. */
export function unexpected(id: string): string {
  return `Unexpected error. Retry; if it persists contact support (ref ${id}).`
}

function unfinished({ operation, door }: Tool, { deadline }: Waiting): ToolAnswer {
  const begun = `(started ${Math.round(deadline / 1000)} s ago)`
  const { what, same } = door.unfinished ?? { what: 'The answer is still being made', same: 'arguments' }
  const text = `${what} ${begun}. Call ${operation.name} again with the same ${same} in about 15 seconds.`
  return { content: [{ type: 'text', text }], isError: true }
}

function wordsOf({ code, message }: Failure, { door }: Tool): string {
  return door.refusals && Object.hasOwn(door.refusals, code) ? (door.refusals[code] ?? message) : message
}

/** A tool has no status; this one says for programs that the account must pay first. */
function metaOf(error: unknown): Pick<ToolAnswer, '_meta'> {
  return error instanceof Failure && error.kind === 'billing' ? { _meta: { 'timbre/status': 402 } } : {}
}
