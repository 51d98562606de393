import type { AppRefusalView, ConsentEndView, ConsentView } from '../views/app-view.ts'
import type { PasskeyState, PasskeysView, SignInView } from '../views/sign-in-view.ts'
import { AppRefusalPage, appRefusalTitle } from './app-refusal.tsx'
import { ConsentPage, consentTitle } from './consent.tsx'
import { ConsentEndPage, consentEndTitle } from './consent-end.tsx'
import { consentStyles } from './consent-frame.tsx'
import { type RenderedPage, renderDocument } from './document.tsx'
import { PasskeysPage, passkeysStyles, passkeysTitle } from './passkeys.tsx'
import { SignInPage, signInPageStyles, signInTitle } from './sign-in.tsx'

/** The address of the script of the pages that use passkeys; the build puts it in. */
declare const __PASSKEY_SCRIPT__: string | undefined

/** `/sign-in`: an address, then a code; works without its script, which only adds passkeys. */
export function renderSignIn(view: SignInView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: signInTitle(view),
    styles: signInPageStyles,
    body: <SignInPage view={view} />,
    script: passkeyScript({ ceremony: 'sign-in', ...view.passkey }),
  })
}

/** `/passkeys`: the passkeys of whoever is signed in. */
export function renderPasskeys(view: PasskeysView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: passkeysTitle(view),
    styles: passkeysStyles,
    body: <PasskeysPage view={view} />,
    script: passkeyScript({ ceremony: 'registration', ...view.passkey }),
  })
}

/** `/oauth/interaction/{uid}`: what an app asks for, and whether the person lets it in. */
export function renderConsent(view: ConsentView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: consentTitle(view),
    styles: consentStyles,
    body: <ConsentPage view={view} />,
    formTargets: view.formTargets,
  })
}

/** The same address when the person is in no account. */
export function renderConsentEnd(view: ConsentEndView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: consentEndTitle(view),
    styles: consentStyles,
    body: <ConsentEndPage view={view} />,
    formTargets: view.formTargets,
  })
}

/** What an app asked for cannot be put before anybody. No form is on it, and nothing leads away from it. */
export function renderAppRefusal(view: AppRefusalView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: appRefusalTitle(view),
    styles: consentStyles,
    body: <AppRefusalPage view={view} />,
  })
}

function passkeyScript(state: PasskeyState) {
  const address = typeof __PASSKEY_SCRIPT__ === 'string' ? __PASSKEY_SCRIPT__ : '/assets/passkey.js'
  return { address, state }
}
