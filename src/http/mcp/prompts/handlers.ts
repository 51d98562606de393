import { escapedJson } from '../escaped-json.ts'
import { scopesForQueries, scopesNote } from '../queries.ts'
import type { PromptHandlers, PromptResult } from '../registry.ts'
import type { McpRequestContext } from '../request-context.ts'
import { comparePeople } from './compare.ts'
import { prepareOneOnOne } from './one-on-one.ts'
import { isPresent, type Prompt, parseArguments } from './prompt.ts'
import { teamSnapshot } from './team.ts'
import { whoHasNotFinished } from './unfinished.ts'

/** Every prompt, in the order in which they are shown. */
const prompts: readonly Prompt[] = [comparePeople, prepareOneOnOne, teamSnapshot, whoHasNotFinished]

export const promptHandlers: PromptHandlers = {
  listed: prompts.map((prompt) => ({
    name: prompt.name,
    title: prompt.title,
    description: [prompt.description, scopesNote(prompt.queries), ...argumentScopesNotes(prompt)].join(' '),
    arguments: prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
    _meta: { 'timbre/scopes': scopesForQueries(prompt.queries) },
  })),
  scopesOf: (name) => scopesForQueries(findPrompt(name)?.queries ?? []),
  get: async (name, args, context) => {
    const prompt = findPrompt(name)
    return prompt && renderPrompt(prompt, args, context)
  },
}

export function findPrompt(name: string): Prompt | undefined {
  return prompts.find((prompt) => prompt.name === name)
}

/** Instructions in one message and data in the next, so that neither can be taken for the other. */
async function renderPrompt(
  prompt: Prompt,
  raw: Readonly<Record<string, unknown>>,
  context: McpRequestContext,
): Promise<PromptResult> {
  const further = Object.entries(prompt.queriesByArgument ?? {}).filter(([name]) => isPresent(raw[name]))
  // What an argument needs besides is asked for together with the rest, and before anything is read.
  if (further.length > 0) {
    await context.authorizeOnly(
      scopesForQueries([...prompt.queries, ...further.flatMap(([, names]) => names)]),
    )
  }
  const data = await prompt.data(parseArguments(prompt, raw), context)
  return {
    description: prompt.description,
    messages: [
      { role: 'user', content: { type: 'text', text: prompt.instructions } },
      { role: 'user', content: { type: 'text', text: escapedJson(data) } },
    ],
  }
}

function argumentScopesNotes({ queries, queriesByArgument }: Prompt): string[] {
  return Object.entries(queriesByArgument ?? {}).map(
    ([name, names]) => `With ${name}: ${scopesNote([...queries, ...names]).toLowerCase()}`,
  )
}
