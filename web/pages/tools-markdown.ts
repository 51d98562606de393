import type { ToolsView } from '../../src/http/views/tools-view.ts'
import { blocks, entry, fieldEntries } from './reference-markdown.ts'
import { effectOf, exampleCall, inputsOf, scopesText, toolsPageTexts } from './tool-docs.ts'

/** `/docs/mcp.md`: the page of tools, prompts and documents as Markdown. */
export function toolsInMarkdown({ address, tools, prompts, documents }: ToolsView): string {
  return blocks([
    `# ${toolsPageTexts.title}`,
    toolsPageTexts.lede,
    `Address: \`${address}\``,
    toolsPageTexts.scopes,
    '## Tools',
    ...tools.flatMap((tool) => [
      `### ${tool.title}`,
      `\`${tool.name}\``,
      tool.description,
      `- Scope: ${scopesText(tool.scopes)}\n- Effect: ${effectOf(tool)}`,
      'Inputs:',
      fieldEntries(inputsOf(tool)),
      'Call:',
      `\`\`\`json\n${exampleCall(tool)}\n\`\`\``,
    ]),
    prompts.length > 0 ? `## Prompts\n\n${toolsPageTexts.prompts}` : '',
    ...prompts.flatMap((prompt) => [
      `### ${prompt.title}`,
      `\`${prompt.name}\``,
      prompt.description,
      prompt.arguments
        .map(({ name, required, description }) =>
          entry(name, ['string', ...(required ? ['required'] : [])], description),
        )
        .join('\n'),
    ]),
    documents.length > 0 ? `## Documents\n\n${toolsPageTexts.documents}` : '',
    documents
      .map(({ address: at, title, mimeType, description }) =>
        entry(at, [mimeType], `${title}. ${description}`),
      )
      .join('\n'),
  ])
}
