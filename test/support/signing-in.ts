import { setTimeout } from 'node:timers/promises'
import { type FormBrowser, type FormPage, openFormBrowser } from './form-browser.ts'
import { type Form, formWith, valuesOf } from './forms.ts'

/** A person who signs in and answers consent pages with plain HTML forms. */
export type BrowserPerson = {
  email: string
  browser: FormBrowser
  /**
   * Opens an app's authorization request, signs in if asked, answers the consent page, and returns the URL that the app
   * is called back with. Throws if the service does not redirect.
   */
  authorize: (address: string | URL, answer?: ConsentAnswer) => Promise<URL>
  /** The same up to the consent page, which is returned with its form. */
  consentPage: (address: string | URL) => Promise<{ page: FormPage; form: Form }>
  /** Presses a button of the consent page. */
  decide: (at: { page: FormPage; form: Form }, answer?: ConsentAnswer) => Promise<FormPage>
  /** Opens a page of the authorization server, such as `/apps`, and signs in if asked. */
  visit: (address: string | URL) => Promise<FormPage>
}

export type ConsentAnswer = {
  decision?: 'allow' | 'deny'
  /** The account's id; by default the one that the page has selected. */
  account?: string
  /** The scopes to tick; by default all that are offered. */
  scopes?: readonly string[]
}

/** A person with a browser. `url` is the service root, where the demo shows its mailbox. */
export function openPerson(
  url: string,
  email: string,
  browser: FormBrowser = openFormBrowser(),
): BrowserPerson {
  async function throughSignIn(first: FormPage): Promise<FormPage> {
    let page = first
    for (let step = 0; step < 4; step += 1) {
      const [code, address] = [formWith(page.forms, 'code'), formWith(page.forms, 'email')]
      if (page.left || page.status >= 400 || (!code && !address)) return page
      if (code) page = await browser.submit(page, code, { code: await newestCode(url, email, messages) })
      else if (address) {
        messages = await mailboxMessages(url, email)
        page = await browser.submit(page, address, { email })
      }
    }
    return page
  }
  let messages: Message[] = []

  const person: BrowserPerson = {
    email,
    browser,
    visit: async (address) => throughSignIn(await browser.open(address)),
    async consentPage(address) {
      const page = await person.visit(address)
      const form = formWith(page.forms, 'decision')
      if (form) return { page, form }
      throw new Error(`No consent page came, but ${described(page)}`)
    },
    decide({ page, form }, answer = {}) {
      const { decision = 'allow', account, scopes = valuesOf(form, 'scope') } = answer
      return browser.submit(page, form, { decision, scope: scopes, ...(account ? { account } : {}) })
    },
    async authorize(address, answer) {
      const first = await person.visit(address)
      if (first.left) return first.left
      const form = formWith(first.forms, 'decision')
      if (!form) throw new Error(`No consent page came, but ${described(first)}`)
      const last = await person.decide({ page: first, form }, answer)
      if (last.left) return last.left
      throw new Error(`The consent page led nowhere, but to ${described(last)}`)
    },
  }
  return person
}

type Message = { id: string; subject: string; text: string; links: string[] }

/** The messages to this address in the demo's mailbox, newest first. */
export async function mailboxMessages(url: string, email: string): Promise<Message[]> {
  const answer = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  return (await answer.json()) as Message[]
}

/** Waits for a new email and reads its six digits. */
export async function newestCode(url: string, email: string, before: readonly Message[]): Promise<string> {
  const known = new Set(before.map(({ id }) => id))
  for (let look = 0; look < 500; look += 1) {
    const fresh = (await mailboxMessages(url, email)).filter(({ id }) => !known.has(id))
    const [code] = fresh.flatMap(({ text }) => /(?<![\w-])\d{6}(?![\w-])/.exec(text)?.[0] ?? [])
    if (code) return code
    await setTimeout(20)
  }
  throw new Error(`No letter with a code came for ${email}.`)
}

function described(page: FormPage): string {
  const words = page.html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return page.left ? page.left.href : `${page.status} ${page.url.pathname}: ${words.slice(0, 400)}`
}
