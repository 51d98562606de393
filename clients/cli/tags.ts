import type { Timbre } from '../sdk/timbre.ts'
import type { Command, Context } from './command.ts'
import { Failure, UsageError } from './failure.ts'
import { printItems } from './output.ts'
import { printable } from './printable.ts'

export const tags: Command = {
  usage:
    'tags list | tags create LABEL [--color blue] | tags delete LABEL | tags add LABEL ID… | tags remove LABEL ID…',
  summary: 'List and change tags, and who has them.',
  verbs: {
    list: { mostWords: 0, run: list },
    create: { options: { color: 'string' }, run: create },
    delete: { run: remove },
    add: { mostWords: 101, run: (context) => change(context, 'addProfiles') },
    remove: { mostWords: 101, run: (context) => change(context, 'removeProfiles') },
  },
}

const columns = {
  id: ({ id }: { id: string }) => id,
  label: ({ label }: { label: string }) => label,
  people: ({ profileCount, profiles }: { profileCount?: number; profiles?: string[] }) =>
    profileCount ?? profiles?.length,
}

async function list(context: Context): Promise<void> {
  const all = []
  for await (const tag of context.timbre.tags.list({ includeProfiles: false })) all.push(tag)
  printItems(context, all, columns)
}

async function create(context: Context): Promise<void> {
  const color = (context.line.text('color') ?? 'blue') as 'blue'
  const { tag } = await context.timbre.tags.create({ label: context.word('a label'), color })
  printItems(context, [tag], columns)
}

async function remove({ timbre, word, process }: Context): Promise<void> {
  const label = word('a label')
  const [id = ''] = await tagIdsOf(timbre, [label])
  await timbre.tags.delete(id)
  process.say(printable(`Deleted the tag ${label}.`))
}

async function change(context: Context, how: 'addProfiles' | 'removeProfiles'): Promise<void> {
  const [label = '', ...profileIds] = context.line.words
  if (profileIds.length === 0) throw new UsageError(`Give a label and ids of people. Usage: ${tags.usage}`)
  const [id = ''] = await tagIdsOf(context.timbre, [label])
  const { tag } = await context.timbre.tags[how](id, { profileIds })
  printItems(context, [tag], columns)
}

/** The ids of tags with exactly these labels, without regard to case. */
export async function tagIdsOf(timbre: Timbre, labels: readonly string[]): Promise<string[]> {
  const known = new Map<string, string>()
  for await (const { id, label } of timbre.tags.list({ includeProfiles: false }))
    known.set(label.toLowerCase(), id)
  return labels.map((label) => {
    const id = known.get(label.trim().toLowerCase())
    if (id) return id
    throw new Failure(printable(`There is no tag "${label}". timbre tags create "${label}" makes it.`))
  })
}
