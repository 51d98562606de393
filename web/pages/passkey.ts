import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { PasskeyState } from '../views/sign-in-view.ts'

// Each script of the pages is one file, so these two lines stand in two of them.
const languages = document.querySelector<HTMLSelectElement>('form.language select')
languages?.addEventListener('change', () => languages.form?.requestSubmit())

/** The script of the pages that use passkeys. It shows what needs a script, and nothing where there is no support. */
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
      // Somebody changed their mind, or the answer was refused; which of them makes no difference to what helps.
      if (problem) problem.hidden = false
    } finally {
      if (button) button.disabled = false
    }
  }
  if (part instanceof HTMLFormElement) part.addEventListener('submit', begin)
  else button?.addEventListener('click', begin)
}

/** Asks for a challenge, has the device answer it, and returns the address to go on to. */
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
  // A sign-in that is too long ago: the answer says where to sign in once more.
  if (answer.status === 403) return answer.json()
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json()
}

function placeIn(answer: unknown): string {
  return (answer as { location: string }).location
}
