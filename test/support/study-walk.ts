import { coreDesign } from '../../src/content/forms.ts'
import { hashSecret, newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import type { CompletedPerson } from './completed-people.ts'
import type { TestAccount, TestService } from './service.ts'

/** Somebody with results, in the session of an invite link. */
export type StudyTaker = { person: CompletedPerson; cookie: string; email: string }

/** Opens a session for each of these people, as an invite link would. */
export async function openStudyTakers(
  { db }: TestService,
  account: TestAccount,
  people: readonly CompletedPerson[],
  now: Date,
): Promise<StudyTaker[]> {
  const takers = people.map((person) => {
    const secret = newAccountSecret('tmb_take_', account.id)
    return { person, secret, invite: newPublicId(), email: `${newPublicId()}@private.test` }
  })
  const rows = takers.map(({ person, secret, invite }) => ({
    ...{ profile: person.id, invite },
    hash: hashSecret(secret).toString('hex'),
  }))
  await db.admin(
    `with given as (select * from json_to_recordset($2) as one (profile text, invite text, hash text)),
     invites as (
       insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
       select $1, invite, profile, 'link', decode(md5(invite), 'hex'), $3, $3::timestamptz + interval '90 days' from given)
     insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at)
     select $1, decode(hash, 'hex'), profile, invite, $3, $3::timestamptz + interval '90 days' from given`,
    [account.id, JSON.stringify(rows), now],
  )
  return takers.map(({ person, secret, email }) => ({ person, email, cookie: `take=${secret}` }))
}

export function postForm(address: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { cookie },
  })
}

/** The newest link of the study that was sent to this address. */
export async function studyLinkTo({ url }: Pick<TestService, 'url'>, email: string): Promise<string> {
  const messages = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as {
    links: string[]
  }[]
  const link = messages.flatMap(({ links }) => links).find((one) => one.includes('/study/'))
  if (!link) throw new Error(`No study link came to ${email}.`)
  return link
}

/** Requests the links of the study and agrees to take part, as browsers would. */
export async function joinAll(running: TestService, takers: readonly StudyTaker[]): Promise<void> {
  await inTurns(takers, async ({ email, cookie }) => {
    const answer = await postForm(`${running.url}/take/study`, { email }, cookie)
    if (answer.status !== 200) throw new Error(`The request was refused: ${await answer.text()}`)
  })
  await running.service.drainOutbox()
  await inTurns(takers, async ({ email }) => {
    const link = await studyLinkTo(running, email)
    const [, version = ''] = /name="version" value="(\w+)"/.exec(await (await fetch(link)).text()) ?? []
    const answer = await postForm(link, { do: 'join', version })
    if (answer.status !== 303) throw new Error(`Could not join: ${await answer.text()}`)
  })
}

/** Answers the second occasion, page by page, as the page's forms ask. */
export async function answerAgain(link: string, again: CompletedPerson['sheet']): Promise<string> {
  let html = await (await fetch(`${link}?answer`)).text()
  for (
    let page = /name="page" value="(\d+)"/.exec(html);
    page;
    page = /name="page" value="(\d+)"/.exec(html)
  ) {
    const fields: Record<string, string> = { do: 'answers', page: page[1] ?? '' }
    for (const [, kind = '', n = ''] of html.matchAll(/type="radio" name="([sml])(\d+)"/g)) {
      const choice = again.disc[Number(n) - 1]
      fields[`${kind}${n}`] =
        kind === 's'
          ? String(again.focus[Number(n) - 1])
          : String(kind === 'm' ? choice?.most : choice?.least)
    }
    // Screens of Core: the first value in the alphabet matters most, the last one least.
    for (const [, n = ''] of html.matchAll(/type="radio" name="b(\d+)"/g)) {
      const shown = [...html.matchAll(new RegExp(`name="b${n}" value="(\\w+)"`, 'g'))].map(
        ([, key = '']) => key,
      )
      const sorted = shown.toSorted()
      fields[`b${n}`] = sorted[0] ?? ''
      fields[`w${n}`] = sorted.at(-1) ?? ''
    }
    const answer = await postForm(link, fields)
    if (answer.status !== 200) throw new Error(`The answers were not taken: ${await answer.text()}`)
    html = await answer.text()
  }
  return html
}

/** Some at a time, so that nobody waits too long. */
export async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 8) await Promise.all(all.slice(at, at + 8).map(work))
}

/** The answers of the same person some weeks later: every third answer to Focus may be another one. */
export function laterSheet(sheet: CompletedPerson['sheet']): CompletedPerson['sheet'] {
  const turn = sheet.focus.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const focus = sheet.focus.map((value, at) =>
    at % 3 === 0 ? Math.min(5, Math.max(1, (value ?? 3) + ((at * 7 + turn) % 3) - 1)) : value,
  )
  return { ...sheet, focus }
}

/** Twenty-one screens of a person whose values keep an order that `seed` turns a little. */
export function coreAgain(seed: number): Record<string, CoreAnswer> {
  const worth = (key: string) => (coreDesign.values.findIndex((value) => value.key === key) * 7 + seed) % 13
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, coreDesign); block; block = nextScreen(answers, coreDesign)) {
    const order = block.toSorted((one, other) => worth(one) - worth(other))
    answers.push({ block, best: order[0] as string, worst: order.at(-1) as string })
  }
  return Object.fromEntries(answers.map((answer, at) => [at + 1, answer]))
}
