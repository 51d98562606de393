import { createHash } from 'node:crypto'
import type { Command, Context } from './command.ts'
import { Failure, UsageError } from './failure.ts'
import { printItems, printOne, take } from './output.ts'
import { nameOf, refuseUnsent } from './people.ts'
import { printable } from './printable.ts'
import { sayWhatWasSent } from './queue.ts'

export const campaigns: Command = {
  usage:
    'campaigns list [--state open|overdue|ended] [--limit N] | campaigns get ID | campaigns people ID [--step sent] [--limit N] | ' +
    'campaigns create NAME [PERSON-ID…] [--last-day 2026-12-18] [--note TEXT] [--sender NAME] [--remind 3,6|none] [--sms] [--queue] | ' +
    'campaigns remind ID | campaigns end ID [--yes]',
  summary:
    'List and show campaigns, create one and invite people in it, remind those who have not completed. With --queue the ' +
    'service sends what the limits of the account hold back, and get says how many still wait.',
  verbs: {
    list: { options: { state: 'string', limit: 'string' }, mostWords: 0, run: list },
    get: { run: get },
    people: { options: { step: 'string', limit: 'string' }, run: listPeople },
    create: {
      options: {
        'last-day': 'string',
        note: 'string',
        sender: 'string',
        remind: 'string',
        sms: 'boolean',
        queue: 'boolean',
      },
      mostWords: 101,
      run: create,
    },
    remind: { run: remind },
    end: { options: { yes: 'boolean' }, run: end },
  },
}

const campaignId = 'the id of a campaign'

async function list(context: Context): Promise<void> {
  const state = context.line.text('state')
  const most = mostOf(context)
  const found = await take(context.timbre.campaigns.list(state ? { state: state as 'open' } : {}), most)
  printItems(context, found, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    state: ({ state: now }) => now,
    'last day': ({ deadline }) => deadline,
    invited: ({ funnel }) => funnel.invited,
    opened: ({ funnel }) => funnel.opened,
    started: ({ funnel }) => funnel.started,
    completed: ({ funnel }) => funnel.completed,
  })
  if (found.length === most) context.process.say(`The first ${most}. --limit shows more.`)
}

async function get(context: Context): Promise<void> {
  const answer = await context.timbre.campaigns.get(context.word(campaignId))
  const { campaign, stuck, remindable, heldUntil, queue } = answer
  printOne(context, answer, {
    ...fieldsOf(campaign),
    ...campaign.funnel,
    'median minutes': campaign.medianMinutes,
    waiting: Object.entries(stuck)
      .filter(([, people]) => people > 0)
      .map(([place, people]) => `${place} ${people}`)
      .join(', '),
    ...queueFields(queue),
    'can be reminded': remindable,
    'not before': heldUntil,
  })
}

type Queue = { waiting: number; nextAt: string | null; people: readonly { reason: string | null }[] }

/** How many invites the service still sends, and how many it doesn't send after all. */
function queueFields({ waiting, nextAt, people }: Queue) {
  const refused = Object.groupBy(
    people.flatMap(({ reason }) => reason ?? []),
    (reason) => reason,
  )
  const reasons = Object.entries(refused).map(([reason, all]) => `${reason} ${all?.length}`)
  return {
    'still to invite': waiting > 0 ? `${waiting}, the next at ${nextAt}` : '',
    'not invited': reasons.join(', '),
  }
}

async function listPeople(context: Context): Promise<void> {
  const id = context.word(campaignId)
  const step = context.line.text('step')
  const most = mostOf(context)
  const all = context.timbre.campaigns.listPeople(id, step ? { step: step as 'sent' } : {})
  const found = await take(all, most)
  printItems(context, found, {
    id: ({ profileId }) => profileId,
    name: nameOf,
    email: ({ email }) => email,
    step: ({ step: now, assessment }) => (assessment ? `${now} (${assessment})` : now),
    since: ({ since }) => since,
    reminders: ({ reminders }) => reminders,
  })
  if (found.length === most) context.process.say(`The first ${most}. --limit shows more.`)
}

async function create(context: Context): Promise<void> {
  const { line, timbre, process } = context
  const name = context.word('a name')
  const [deadline, note, senderName] = [line.text('last-day'), line.text('note'), line.text('sender')]
  const profileIds = line.words.slice(1)
  const isQueued = line.flag('queue')
  if (isQueued && profileIds.length === 0)
    throw new UsageError(`--queue needs ids of people. Usage: ${campaigns.usage}`)
  const body = {
    name,
    ...(deadline && { deadline }),
    ...(note && { note }),
    ...(senderName && { senderName }),
    ...(line.text('remind') && { reminderDays: daysOf(line.list('remind')) }),
    ...(profileIds.length > 0 && { profileIds }),
    ...(line.flag('sms') && { channel: 'sms' as const }),
    ...(isQueued && { queue: true }),
  }
  const { data: answer, headers } = await timbre.campaigns
    .create(body, isQueued ? { idempotencyKey: keyOf(context, body) } : {})
    .withResponse()
  const { campaign, results } = answer
  printOne(context, answer, { id: campaign.id, ...fieldsOf(campaign) })
  if (profileIds.length === 0) {
    process.say(`timbre invite EMAIL… --campaign ${campaign.id} invites people in it.`)
    return
  }
  if (headers.get('idempotent-replayed') === 'true') {
    process.say('The same line has created this campaign before. Nothing was created or sent now.')
    process.say(`See how it stands: timbre campaigns get ${campaign.id}`)
    return
  }
  const unsent = results.filter(({ status }) => status !== 'sent' && status !== 'queued')
  for (const { profileId, reason } of unsent) process.say(printable(`${profileId}: ${reason ?? 'not sent'}`))
  sayWhatWasSent(context, results, campaign.id)
  refuseUnsent(results)
}

/** The same for the same line, so that one that was cut off can be run again: there is one campaign, with one invite each. */
function keyOf({ settings }: Context, body: object): string {
  const text = JSON.stringify([settings.url, settings.clientId, body])
  return `timbre-campaign-${createHash('sha256').update(text).digest('hex')}`
}

async function remind(context: Context): Promise<void> {
  const answer = await context.timbre.campaigns.remind(context.word(campaignId))
  const { asked, queued, waiting, heldUntil } = answer.reminders
  printOne(context, answer, {
    reminded: asked,
    sent: queued,
    'follow later': waiting,
    'not before': heldUntil,
  })
}

/** A campaign that has ended stays so, so the name has to be typed. */
async function end(context: Context): Promise<void> {
  const { timbre, word, line, process } = context
  const id = word(campaignId)
  if (!line.flag('yes')) {
    const { name } = (await timbre.campaigns.get(id)).campaign
    process.say(
      printable(`This ends ${name}: nobody is invited or reminded in it any more. Type the name to go on:`),
    )
    if ((await process.readLine()).trim() !== name)
      throw new Failure('The name is another one. Nothing was ended.')
  }
  const answer = await timbre.campaigns.end(id)
  printOne(context, answer, { ...fieldsOf(answer.campaign), ...answer.campaign.funnel })
}

type Shown = {
  name: string
  state: string
  deadline: string | null
  senderName: string | null
  reminderDays: number[]
}

function fieldsOf({ name, state, deadline, senderName, reminderDays }: Shown) {
  return {
    name,
    state,
    'last day': deadline,
    sender: senderName,
    'remind after': reminderDays.length > 0 ? `${reminderDays.join(', ')} days` : 'never',
  }
}

/** For people the first hundred, for programs all. */
function mostOf({ line, isJson, count }: Context): number {
  return line.text('limit') === undefined && isJson ? Number.POSITIVE_INFINITY : count('limit', 100)
}

function daysOf(parts: readonly string[]): number[] {
  if (parts.length === 1 && parts[0] === 'none') return []
  return parts.map((part) => {
    if (/^\d{1,3}$/.test(part)) return Number(part)
    throw new UsageError('--remind must be days such as 3,6, or none.')
  })
}
