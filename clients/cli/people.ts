import type { Command, Context } from './command.ts'
import { Failure, UsageError } from './failure.ts'
import { printItems, printOne, take } from './output.ts'
import { printable } from './printable.ts'
import { tagIdsOf } from './tags.ts'

type Person = {
  id: string
  email?: string | null
  phone?: string | null
  firstName?: string | null
  lastName?: string | null
  isCompleted?: boolean
  dateStarted?: string | null
}

export const people: Command = {
  usage:
    'people list [--completed] [--tag LABEL] [--search TEXT] [--limit N] | people get ID | people delete ID [--yes]',
  summary: 'List, show and delete people.',
  verbs: {
    list: {
      options: { completed: 'boolean', tag: 'string', search: 'string', limit: 'string' },
      mostWords: 0,
      run: list,
    },
    get: { run: get },
    delete: { options: { yes: 'boolean' }, run: remove },
  },
}

export function nameOf({
  firstName,
  lastName,
  email,
  phone,
}: Pick<Person, 'firstName' | 'lastName' | 'email' | 'phone'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || phone || ''
}

async function list(context: Context): Promise<void> {
  const { line, timbre, count } = context
  const [tag, search] = [line.text('tag'), line.text('search')]
  const query = {
    ...(line.flag('completed') && { isCompleted: true }),
    ...(search && { search }),
    ...(tag && { tagIds: await tagIdsOf(timbre, [tag]) }),
  }
  const most =
    line.text('limit') === undefined && context.isJson ? Number.POSITIVE_INFINITY : count('limit', 100)
  const found = await take(timbre.profiles.list(query), most)
  printItems(context, found, {
    id: ({ id }) => id,
    name: nameOf,
    email: ({ email }) => email,
    status: ({ isCompleted, dateStarted }) =>
      isCompleted ? 'completed' : dateStarted ? 'in progress' : 'not started',
    disc: ({ disc }) => disc?.style,
  })
  if (found.length === most) context.process.say(`The first ${most}. --limit shows more.`)
}

async function get(context: Context): Promise<void> {
  const answer = await context.timbre.profiles.get(context.word('the id of a person'), { includeTags: true })
  const { profile } = answer
  printOne(context, answer, {
    id: profile.id,
    name: nameOf(profile),
    email: profile.email,
    phone: profile.phone,
    tags: profile.tags?.map(({ label }) => label).join(', '),
    'your keys': profile.customIds.join(', '),
    completed: profile.dateCompleted,
    disc: profile.disc?.style,
    quality: profile.quality?.outcome,
  })
}

/** Deleting can't be undone, so the name has to be typed. */
async function remove({ timbre, word, line, process }: Context): Promise<void> {
  const id = word('the id of a person')
  if (!line.flag('yes')) {
    const { profile } = await timbre.profiles.get(id)
    const name = nameOf(profile) || id
    process.say(printable(`This deletes ${name} with all answers and results. Type the name to go on:`))
    if ((await process.readLine()).trim() !== name)
      throw new Failure('The name is another one. Nothing was deleted.')
  }
  await timbre.profiles.delete(id)
  process.say(`Deleted ${id}.`)
}

export const invite: Command = {
  usage: 'invite EMAIL… [--sms] [--tag LABEL] [--locale de] [--campaign ID]',
  summary: 'Find or create people, and send them an invite. With --sms, give phone numbers.',
  verbs: {
    '': {
      options: { sms: 'boolean', tag: 'string', locale: 'string', campaign: 'string' },
      mostWords: 100,
      run: sendInvites,
    },
  },
}

async function sendInvites(context: Context): Promise<void> {
  const { line, timbre, process } = context
  const tag = line.text('tag')
  const locale = line.text('locale')
  const campaignId = line.text('campaign')
  if (line.words.length === 0) throw new UsageError(`Give an email address. Usage: ${invite.usage}`)
  const isSms = line.flag('sms')
  const tagIds = tag ? await tagIdsOf(timbre, [tag]) : []
  const found = new Map<string, string>()
  for (const address of line.words) {
    const { profile } = await timbre.profiles.create({
      ...(isSms ? { phone: address } : { email: address }),
      ...(locale && { locale: locale as 'en' }),
      ...(tagIds.length > 0 && { tagIds }),
    })
    found.set(profile.id, address)
  }
  const answer = await timbre.invites.sendMany({
    profileIds: [...found.keys()],
    channel: isSms ? 'sms' : 'email',
    ...(campaignId && { campaignId }),
  })
  const { results } = answer.data
  printItems(context, results, {
    address: ({ profileId }) => found.get(profileId),
    profileId: ({ profileId }) => profileId,
    status: ({ status }) => status,
    reason: ({ reason }) => reason,
  })
  const unsent = results.filter(({ status }) => status !== 'sent').length
  if (unsent > 0) throw new Failure(`${unsent} of ${results.length} invites were not sent.`)
  process.say(results.length === 1 ? 'Invite sent.' : `${results.length} invites sent.`)
}
