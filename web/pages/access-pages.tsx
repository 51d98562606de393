import type { AppRefusalView, ConsentEndView, ConsentView } from '../../src/http/views/app-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { PasskeyState, PasskeysView, SignInView } from '../../src/http/views/sign-in-view.ts'
import { AppRefusalPage, appRefusalTitle } from './app-refusal.tsx'
import { ConsentPage, consentTitle } from './consent.tsx'
import { ConsentEndPage, consentEndTitle } from './consent-end.tsx'
import { consentStyles } from './consent-frame.tsx'
import { renderDocument } from './document.tsx'
import { PasskeysPage, passkeysStyles, passkeysTitle } from './passkeys.tsx'
import { SignInPage, signInPageStyles, signInTitle } from './sign-in.tsx'

/** URL of the passkey script; the build inserts it. */
declare const __PASSKEY_SCRIPT__: string | undefined

/** `/sign-in`: an address, then a code. Works without its script, which only adds passkeys. */
export function renderSignIn(view: SignInView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: signInTitle(view),
    styles: signInPageStyles,
    body: <SignInPage view={view} />,
    script: passkeyScript({ ceremony: 'sign-in', ...view.passkey }),
  })
}

/** `/passkeys`: passkeys of the signed-in user. */
export function renderPasskeys(view: PasskeysView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title: passkeysTitle(view),
    styles: passkeysStyles,
    body: <PasskeysPage view={view} />,
    script: passkeyScript({ ceremony: 'registration', ...view.passkey }),
  })
}

/** `/oauth/interaction/{uid}`: the scopes an app requests, to allow or deny. */
export function renderConsent(view: ConsentView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: consentTitle(view),
    styles: consentStyles,
    body: <ConsentPage view={view} />,
    formTargets: view.formTargets,
  })
}

/** The same URL for a user without an account. */
export function renderConsentEnd(view: ConsentEndView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    title: consentEndTitle(view),
    styles: consentStyles,
    body: <ConsentEndPage view={view} />,
    formTargets: view.formTargets,
  })
}

/** The request can't be shown for consent. The page has no form and no links. */
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
