import { escapedJson } from '../escaped-json.ts'
import { scopesForQueries, scopesNote } from '../queries.ts'
import type { PromptHandlers, PromptResult } from '../registry.ts'
import type { McpRequestContext } from '../request-context.ts'
import { comparePeople } from './compare.ts'
import { whatHappened } from './happened.ts'
import { prepareOneOnOne } from './one-on-one.ts'
import { isPresent, type Prompt, parseArguments } from './prompt.ts'
import { teamSnapshot } from './team.ts'
import { whoHasNotFinished } from './unfinished.ts'

/** All prompts, in the order of the list. */
const prompts: readonly Prompt[] = [
  comparePeople,
  prepareOneOnOne,
  teamSnapshot,
  whoHasNotFinished,
  whatHappened,
]

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

/** Sends instructions and data as separate messages, so that data can't be mistaken for instructions. */
async function renderPrompt(
  prompt: Prompt,
  raw: Readonly<Record<string, unknown>>,
  context: McpRequestContext,
): Promise<PromptResult> {
  const argumentQueries = Object.entries(prompt.queriesByArgument ?? {})
    .filter(([name]) => isPresent(raw[name]))
    .flatMap(([, queries]) => queries)
  // Scopes of optional arguments are checked together with the others, before anything is read.
  if (argumentQueries.length > 0)
    await context.authorizeOnly(scopesForQueries([...prompt.queries, ...argumentQueries]))
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
