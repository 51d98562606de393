import { blocks, entry, fieldEntries } from './reference-markdown.ts'
import { callOf, effectOf, inputsOf, scopesText, type ToolsView, words } from './tools-view.ts'

/** `/docs/mcp.md`: the page of tools, prompts and documents as Markdown. */
export function toolsInMarkdown({ address, tools, prompts, documents }: ToolsView): string {
  return blocks([
    `# ${words.title}`,
    words.lede,
    `Address: \`${address}\``,
    words.scopes,
    '## Tools',
    ...tools.flatMap((tool) => [
      `### ${tool.title}`,
      `\`${tool.name}\``,
      tool.description,
      `- Scope: ${scopesText(tool.scopes)}\n- Effect: ${effectOf(tool)}`,
      'Inputs:',
      fieldEntries(inputsOf(tool)),
      'Call:',
      `\`\`\`json\n${callOf(tool)}\n\`\`\``,
    ]),
    prompts.length > 0 ? `## Prompts\n\n${words.prompts}` : '',
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
    documents.length > 0 ? `## Documents\n\n${words.documents}` : '',
    documents
      .map(({ address: at, title, mimeType, description }) =>
        entry(at, [mimeType], `${title}. ${description}`),
      )
      .join('\n'),
  ])
}
