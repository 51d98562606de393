import { Failure } from '../../contract/failure.ts'
import type { RequestLog } from '../request-log.ts'
import { createProgressReporter, type ProgressUpdate } from './progress.ts'
import type { McpRequestContext } from './request-context.ts'
import { type McpTimeouts, resultWithin } from './timeouts.ts'
import type { Tool } from './tools.ts'

export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
  _meta?: Record<string, unknown>
}

/** Sends a progress notification to a client that asked for it. */
export type SendProgress = (progress: ProgressUpdate) => Promise<void>

/**
 * Calls a tool. If a slow one exceeds the deadline, the work continues behind the gate and the next call returns its
 * result.
 */
export async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  {
    context,
    log,
    timeouts,
    sendProgress,
  }: {
    context: McpRequestContext
    log: RequestLog
    timeouts: McpTimeouts
    sendProgress?: SendProgress | undefined
  },
): Promise<ToolResult> {
  if (!tool.operation.takesLong) return runTool(tool, args, context, log)
  context.keepConnectionOpen()
  const reporter = sendProgress && createProgressReporter(sendProgress, timeouts.progressInterval)
  try {
    const work = runTool(tool, args, context, log, reporter?.report)
    return (await resultWithin(work, timeouts.deadline)) ?? unfinishedResult(tool, timeouts)
  } finally {
    await reporter?.end()
  }
}

/** The gate validates arguments, after the scopes. Failures become text for the model. */
async function runTool(
  tool: Tool,
  args: Record<string, unknown>,
  context: McpRequestContext,
  log: RequestLog,
  onProgress?: (message: string) => void,
): Promise<ToolResult> {
  try {
    const result = await context.callOperation(tool.operation, args, onProgress)
    const structuredContent = tool.binding.output.parse(tool.binding.content(result, args))
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    if (!(error instanceof Failure)) log.error({ reqId: context.id, err: error }, 'unexpected error')
    const text = error instanceof Failure ? refusalText(error, tool) : unexpectedErrorText(context.id)
    return { content: [{ type: 'text', text }], isError: true, ...metaOf(error) }
  }
}

/** The message of an unexpected error. The log has the cause under the same id. */
export function unexpectedErrorText(id: string): string {
  return `Unexpected error. Retry; if it persists contact support (ref ${id}).`
}

function unfinishedResult({ operation, binding }: Tool, { deadline }: McpTimeouts): ToolResult {
  const started = `(started ${Math.round(deadline / 1000)} s ago)`
  const { message, retryArgument } = binding.unfinished ?? {
    message: 'The response is still being generated',
    retryArgument: 'arguments',
  }
  const text = `${message} ${started}. Call ${operation.name} again with the same ${retryArgument} in about 15 seconds.`
  return { content: [{ type: 'text', text }], isError: true }
}

function refusalText({ code, message }: Failure, { binding }: Tool): string {
  return binding.refusals && Object.hasOwn(binding.refusals, code)
    ? (binding.refusals[code] ?? message)
    : message
}

/** Tool results have no status code, so `_meta` has one for programs when the account must pay first. */
function metaOf(error: unknown): Pick<ToolResult, '_meta'> {
  return error instanceof Failure && error.kind === 'billing' ? { _meta: { 'timbre/status': 402 } } : {}
}
