import { dialedNumber, phoneFault, plainNumber } from '../../src/lists/phone-numbers.ts'
import type { Command, Context } from './command.ts'
import { type Country, countryOf } from './country.ts'
import { Failure, UsageError } from './failure.ts'
import { printItems, printOne, take } from './output.ts'
import { printable } from './printable.ts'
import { campaignOf, sayWhatWasSent } from './queue.ts'
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
  usage: 'invite EMAIL… [--sms [--country DE]] [--tag LABEL] [--locale de] [--campaign ID [--queue]]',
  summary:
    'Find or create people, and send them an invite. With --sms, give phone numbers; --country reads those without a ' +
    'country code. With --queue the service sends what the limits of the account hold back, to nobody twice in a campaign.',
  verbs: {
    '': {
      options: {
        sms: 'boolean',
        country: 'string',
        tag: 'string',
        locale: 'string',
        campaign: 'string',
        queue: 'boolean',
      },
      mostWords: 100,
      run: sendInvites,
    },
  },
}

async function sendInvites(context: Context): Promise<void> {
  const { line, timbre, process } = context
  const tag = line.text('tag')
  const locale = line.text('locale')
  const isSms = line.flag('sms')
  if (line.words.length === 0) throw new UsageError(`Give an email address. Usage: ${invite.usage}`)
  if (!isSms && line.text('country') !== undefined)
    throw new UsageError(`--country belongs to --sms. Usage: ${invite.usage}`)
  const country = await countryOf(line)
  const addresses = isSms ? line.words.map((number) => wholeNumber(number, country)) : line.words
  const isQueued = line.flag('queue')
  // Without a queue, a program that may not read can invite in a campaign too.
  const campaignId = isQueued ? (await campaignOf(context, invite.usage))?.id : line.text('campaign')
  const tagIds = tag ? await tagIdsOf(timbre, [tag]) : []
  const found = new Map<string, string>()
  const standing: string[] = []
  for (const address of addresses) {
    const { profile, created } = await timbre.profiles.create({
      ...(isSms ? { phone: address } : { email: address }),
      ...(locale && { locale: locale as 'en' }),
      ...(tagIds.length > 0 && { tagIds }),
    })
    found.set(profile.id, address)
    if (!created) standing.push(profile.id)
  }
  const known = isQueued && campaignId ? await peopleIn(context, campaignId, standing) : []
  const profileIds = [...found.keys()].filter((id) => !known.includes(id))
  const left = found.size - profileIds.length
  if (left > 0) process.say(`People who are in the campaign already and get no other invite: ${left}`)
  if (profileIds.length === 0) return
  const answer = await timbre.invites.sendMany({
    profileIds,
    channel: isSms ? 'sms' : 'email',
    ...(campaignId && { campaignId }),
    ...(isQueued && { queue: true }),
  })
  const { results } = answer.data
  printItems(context, results, {
    address: ({ profileId }) => found.get(profileId),
    profileId: ({ profileId }) => profileId,
    status: ({ status }) => status,
    reason: ({ reason }) => reason,
  })
  sayWhatWasSent(context, results, campaignId)
  refuseUnsent(results)
}

/** Fails if some of these got no invite and wait for none. */
export function refuseUnsent(results: readonly { status: string }[]): void {
  const unsent = results.filter(({ status }) => status !== 'sent' && status !== 'queued').length
  if (unsent > 0) throw new Failure(`${unsent} of ${results.length} invites were not sent.`)
}

/** The number in E.164 form. Fails as `UsageError`, before anyone is added. */
function wholeNumber(text: string, country: Country | undefined): string {
  const number = plainNumber(text)
  const fault = phoneFault(number)
  if (fault === undefined) return dialedNumber(number)
  const read = fault === 'country' ? country?.readNational(number) : undefined
  if (read !== undefined) return read
  const problem =
    fault === 'unreadable'
      ? 'is no phone number'
      : country
        ? `can't be sent to: ${country.problemOf(number)}`
        : 'has no country code. Write it with +, or give the country: --country DE'
  throw new UsageError(printable(`"${text}" ${problem}. Nothing was sent.`))
}

/** Those of these people who are in a campaign. Each is looked up, because a campaign may have a million people. */
async function peopleIn(
  { timbre }: Context,
  campaignId: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const known: string[] = []
  for (const profileId of profileIds) {
    for await (const { id } of timbre.campaigns.listOfProfile(profileId)) {
      if (id !== campaignId) continue
      known.push(profileId)
      break
    }
  }
  return known
}
