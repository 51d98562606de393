import { readFileSync } from 'node:fs'
import type { Command, Context } from './command.ts'
import { UsageError } from './failure.ts'
import { printItems, printOne, take } from './output.ts'
import { printable, printableJson } from './printable.ts'

/** Commands of a few lines each: what the API returns, for people or as JSON. */
export const smallCommands: Readonly<Record<string, Command>> = {
  whoami: {
    usage: 'whoami',
    summary: 'Show the account, its region and mode, and the scopes.',
    verbs: { '': { mostWords: 0, run: whoami } },
  },
  usage: {
    usage: 'usage',
    summary: 'Show what the account has used.',
    verbs: { '': { mostWords: 0, run: usage } },
  },
  audit: {
    usage: 'audit [--action NAME] [--limit 20]',
    summary: 'Show the latest changes in the account, and who made them.',
    verbs: { '': { options: { action: 'string', limit: 'string' }, mostWords: 0, run: audit } },
  },
  debrief: {
    usage: 'debrief ID [--locale de]',
    summary: 'Write what a person’s results say, or show what was written.',
    verbs: { '': { options: { locale: 'string' }, run: debrief } },
  },
  'report-link': {
    usage: 'report-link ID [--locale de]',
    summary: 'Create a link that shows a person’s report to anyone who has it.',
    verbs: { '': { options: { locale: 'string' }, run: reportLink } },
  },
  webhooks: {
    usage: 'webhooks list | webhooks add URL [--types T,…] | webhooks delete ID | webhooks test ID',
    summary: 'List and change webhook endpoints.',
    verbs: {
      list: { mostWords: 0, run: listWebhooks },
      add: { options: { types: 'string' }, run: addWebhook },
      delete: { run: deleteWebhook },
      test: { run: testWebhook },
    },
  },
  sandbox: {
    usage:
      'sandbox complete ID [--persona driving] [--seed 7] | sandbox people N [--completed 0.6] | sandbox reset',
    summary: 'In a sandbox: let a person answer, add invented people, or remove everyone.',
    verbs: {
      complete: { options: { persona: 'string', seed: 'string' }, run: completePerson },
      people: { options: { completed: 'string', seed: 'string' }, run: addPeople },
      reset: { mostWords: 0, run: reset },
    },
  },
  api: {
    usage: 'api METHOD PATH [-q k=v] [-d JSON|@file|@-]',
    summary: 'Call any operation, with renewal of the token, retries and an idempotency key.',
    verbs: { '': { options: { q: 'string', d: 'string' }, mostWords: 2, run: callApi } },
  },
}

async function whoami(context: Context): Promise<void> {
  const { timbre, settings } = context
  const answer = await timbre.accounts.get()
  const { name, id, region, mode, state } = answer.data
  const { signedIn, clientId, url } = settings
  printOne(context, answer, {
    account: `${name} (${id})`,
    service: url,
    ...{ region, mode, state },
    ...(signedIn
      ? { 'sign-in': signedIn.name, scopes: signedIn.scopes.join(' ') }
      : { client: clientId || 'a token' }),
  })
}

async function usage(context: Context): Promise<void> {
  const answer = await context.timbre.accounts.get()
  const { profiles, profileLimit, reports, reportLimit } = answer.data.usage
  const of = (limit: number | null) => (limit === null ? '' : ` of ${limit}`)
  printOne(context, answer, {
    people: `${profiles}${of(profileLimit)}`,
    reports: `${reports}${of(reportLimit)}`,
    billing: answer.data.billing.status,
  })
}

async function audit(context: Context): Promise<void> {
  const action = context.line.text('action')
  const list = context.timbre.auditEntries.list({
    ...(action && { action: [action] as never }),
    includeNames: true,
  })
  printItems(context, await take(list, context.count('limit', 20)), {
    at: ({ at }) => at,
    action: ({ action: done }) => done,
    who: ({ actor }) => actor.name ?? actor.id,
    target: ({ target }) => `${target.type} ${target.name ?? target.id}`,
  })
}

const localeOf = ({ line }: Context) => {
  const locale = line.text('locale')
  return locale ? { locale: locale as 'en' } : {}
}

async function debrief(context: Context): Promise<void> {
  const answer = await context.timbre.debriefs.generate(context.word('the id of a person'), localeOf(context))
  if (context.isJson) return context.print(printableJson(answer))
  for (const line of answer.data.content.split('\n')) context.print(printable(line))
}

async function reportLink(context: Context): Promise<void> {
  const profileId = context.word('the id of a person')
  const answer = await context.timbre.reportLinks.create({ profileId, ...localeOf(context) })
  printOne(context, answer, { link: answer.data.url, until: answer.data.expiresAt })
}

async function listWebhooks(context: Context): Promise<void> {
  const { webhooks } = await context.timbre.webhooks.list()
  printItems(context, webhooks, {
    id: ({ id }) => id,
    url: ({ url }) => url,
    types: ({ types }) => types?.join(',') ?? 'all',
    state: ({ state }) => state,
  })
}

async function addWebhook(context: Context): Promise<void> {
  const types = context.line.list('types')
  const url = context.word('an address')
  const answer = await context.timbre.webhooks.create({ url, ...(types.length > 0 && { types }) })
  printOne(context, answer, { id: answer.webhook.id, secret: answer.webhook.secret })
  context.process.say('Keep the secret: it is shown only now.')
}

async function deleteWebhook({ timbre, word, process }: Context): Promise<void> {
  const id = word('the id of an endpoint')
  await timbre.webhooks.delete(id)
  process.say(`Deleted ${id}.`)
}

async function testWebhook(context: Context): Promise<void> {
  const answer = await context.timbre.webhooks.test(context.word('the id of an endpoint'))
  const { status, milliseconds, error } = answer.data
  printOne(context, answer, { status, milliseconds, error })
}

const seedOf = ({ line, count }: Context) =>
  line.text('seed') === undefined ? {} : { seed: count('seed', 1) }

async function completePerson(context: Context): Promise<void> {
  const persona = context.line.text('persona')
  const answer = await context.timbre.sandbox.complete({
    profileId: context.word('the id of a person'),
    ...(persona && { persona: persona as 'driving' }),
    ...seedOf(context),
  })
  const { id, isCompleted, disc } = answer.profile
  printOne(context, answer, { id, completed: isCompleted, disc: disc?.style })
}

async function addPeople(context: Context): Promise<void> {
  const completed = context.line.text('completed')
  const number = context.word('how many')
  const [count, completedShare] = [Number(number), Number(completed)]
  if (!Number.isInteger(count)) throw new UsageError('Give a whole number of people, up to 200.')
  const answer = await context.timbre.sandbox.createPeople({
    count,
    ...(completed && { completedShare }),
    ...seedOf(context),
  })
  printItems(context, answer.people, {
    profileId: ({ profileId }) => profileId,
    persona: ({ persona }) => persona,
    state: ({ state }) => state,
  })
}

async function reset(context: Context): Promise<void> {
  const answer = await context.timbre.sandbox.reset()
  printOne(context, answer, {
    'people deleted': answer.deleted.profiles,
    'tags deleted': answer.deleted.tags,
  })
}

async function callApi({ timbre, line, print }: Context): Promise<void> {
  const [method = '', path = ''] = line.words
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/i.test(method) || !path.startsWith('/'))
    throw new UsageError('Give a method and a path, such as: timbre api GET /profiles')
  const [query, data] = [line.text('q'), line.text('d')]
  const answer = await timbre.request(method.toUpperCase(), path, {
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(data && { body: bodyOf(data) }),
    takesLong: true,
  })
  if (answer !== undefined) print(printableJson(answer))
}

function bodyOf(data: string): unknown {
  const text = data.startsWith('@') ? readFileSync(data === '@-' ? 0 : data.slice(1), 'utf8') : data
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('-d must be JSON, @ and a file with JSON, or @- for standard input.')
  }
}
