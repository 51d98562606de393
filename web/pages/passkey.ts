import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyState } from '../../src/http/views/sign-in-view.ts'

/** Script of pages with passkeys. It shows what needs a script, if the browser supports passkeys. */
const part = document.getElementById('passkey')
const state = document.getElementById('state')?.textContent
if (part && state && browserSupportsWebAuthn()) open(part, JSON.parse(state))

function open(part: HTMLElement, state: PasskeyState): void {
  const problem = part.querySelector<HTMLElement>('.problem')
  const button = part.querySelector('button')
  part.hidden = false
  const begin = async (event: Event) => {
    event.preventDefault()
    if (problem) problem.hidden = true
    if (button) button.disabled = true
    try {
      location.assign(await run(part, state))
    } catch {
      // The user canceled, or the answer was refused; the remedy is the same.
      if (problem) problem.hidden = false
    } finally {
      if (button) button.disabled = false
    }
  }
  if (part instanceof HTMLFormElement) part.addEventListener('submit', begin)
  else button?.addEventListener('click', begin)
}

/** Requests a challenge, has the device sign it, and returns the next URL. */
async function run(part: HTMLElement, { ceremony, options, answer }: PasskeyState): Promise<string> {
  const optionsJSON = await ask(options, {})
  if (placeIn(optionsJSON)) return placeIn(optionsJSON)
  if (ceremony === 'sign-in') {
    const response = await startAuthentication({ optionsJSON: optionsJSON as SignInOptions })
    return placeIn(await ask(answer, { response }))
  }
  const name = part instanceof HTMLFormElement ? new FormData(part).get('name') : undefined
  const response = await startRegistration({ optionsJSON: optionsJSON as RegistrationOptions })
  return placeIn(await ask(answer, { response, name }))
}

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

async function ask(address: string, body: object): Promise<unknown> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  // The sign-in is too old: the answer says where to sign in again.
  if (answer.status === 403) return answer.json()
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json()
}

function placeIn(answer: unknown): string {
  return (answer as { location: string }).location
}
