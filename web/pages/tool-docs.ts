import type { Shape } from '../../src/http/views/reference-view.ts'
import type { ToolListing } from '../../src/http/views/tools-view.ts'

/** Texts of the page and of its Markdown. */
export const toolsPageTexts = {
  title: 'Tools for models',
  lede: 'What assistants and other programs with a language model are offered here, by the Model Context Protocol (MCP) over HTTP. It is made from the answers to `tools/list`, `prompts/list` and `resources/list`, which everybody with a token gets alike.',
  scopes:
    'A call without its scope is 403 and names every scope that it needs in `WWW-Authenticate`. Ids in the examples are made up. Behind `?readonly=1` there are only the tools that change nothing.',
  prompts: 'People choose these; the service puts together what they need, and writes nothing.',
  documents: 'Read with `resources/read`. An address with braces stands for many documents.',
}

/** The effect of a tool call on the account, in one line. */
export function effectOf({ annotations }: ToolListing): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  return [
    readOnlyHint ? 'Changes nothing.' : destructiveHint ? 'Overwrites or deletes.' : 'Adds.',
    openWorldHint ? 'Reaches people outside of the account.' : '',
    readOnlyHint || !idempotentHint ? '' : 'A second call like the first changes nothing more.',
  ]
    .filter(Boolean)
    .join(' ')
}

export function scopesText(scopes: readonly string[]): string {
  return scopes.length > 0 ? scopes.map((scope) => `\`${scope}\``).join(' and ') : 'none'
}

/** The message with which a client calls the tool. */
export function exampleCall({ name, example }: ToolListing): string {
  return `{
  "jsonrpc": "2.0", "id": 1, "method": "tools/call",
  "params": { "name": "${name}", "arguments": ${JSON.stringify(example)} }
}`
}

export function inputsOf({ inputSchema }: ToolListing): Shape {
  return inputSchema as Shape
}
