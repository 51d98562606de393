import { dataText } from '../data.ts'
import type { PromptAnswer, PromptShelf } from '../library.ts'
import { needs, scopesFor } from '../reading.ts'
import type { Visit } from '../visit.ts'
import { comparePeople } from './compare.ts'
import { prepareOneOnOne } from './one-on-one.ts'
import { isGiven, type Prompt, readArguments } from './prompt.ts'
import { teamSnapshot } from './team.ts'
import { whoHasNotFinished } from './unfinished.ts'

/** Every prompt, in the order in which they are shown. */
const prompts: readonly Prompt[] = [comparePeople, prepareOneOnOne, teamSnapshot, whoHasNotFinished]

export const promptShelf: PromptShelf = {
  listed: prompts.map((prompt) => ({
    name: prompt.name,
    title: prompt.title,
    description: [prompt.description, needs(prompt.reads), ...needsWith(prompt)].join(' '),
    arguments: prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
    _meta: { 'timbre/scopes': scopesFor(prompt.reads) },
  })),
  scopesOf: (name) => scopesFor(promptNamed(name)?.reads ?? []),
  get: async (name, given, visit) => {
    const prompt = promptNamed(name)
    return prompt && answer(prompt, given, visit)
  },
}

export function promptNamed(name: string): Prompt | undefined {
  return prompts.find((prompt) => prompt.name === name)
}

/** Instructions in one message and data in the next, so that neither can be taken for the other. */
async function answer(
  prompt: Prompt,
  raw: Readonly<Record<string, unknown>>,
  visit: Visit,
): Promise<PromptAnswer> {
  const further = Object.entries(prompt.readsWith ?? {}).filter(([name]) => isGiven(raw[name]))
  // What an argument needs besides is asked for together with the rest, and before anything is read.
  if (further.length > 0) {
    await visit.enter(scopesFor([...prompt.reads, ...further.flatMap(([, names]) => names)]))
  }
  const data = await prompt.data(readArguments(prompt, raw), visit)
  return {
    description: prompt.description,
    messages: [
      { role: 'user', content: { type: 'text', text: prompt.instructions } },
      { role: 'user', content: { type: 'text', text: dataText(data) } },
    ],
  }
}

function needsWith({ reads, readsWith }: Prompt): string[] {
  return Object.entries(readsWith ?? {}).map(
    ([name, names]) => `With ${name}: ${needs([...reads, ...names]).toLowerCase()}`,
  )
}
