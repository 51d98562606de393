import { Failure } from '../../contract/failure.ts'
import type { RequestLog } from '../requestLog.ts'
import type { Tool } from './tools.ts'
import type { Visit } from './visit.ts'

export type ToolAnswer = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
  _meta?: Record<string, unknown>
}

/** Arguments are checked by the gate, after the scopes; a refusal is text that says what to do, and nothing else. */
export async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  visit: Visit,
  log: RequestLog,
): Promise<ToolAnswer> {
  try {
    const result = await visit.ask(tool.operation, given)
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

function wordsOf({ code, message }: Failure, { door }: Tool): string {
  return door.refusals && Object.hasOwn(door.refusals, code) ? (door.refusals[code] ?? message) : message
}

/** A tool has no status; this one says for programs that the account must pay first. */
function metaOf(error: unknown): Pick<ToolAnswer, '_meta'> {
  return error instanceof Failure && error.kind === 'billing' ? { _meta: { 'timbre/status': 402 } } : {}
}
