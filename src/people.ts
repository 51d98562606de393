import { askForCode } from './domain/person/code.ts'
import { createSignInLinks } from './domain/person/links.ts'
import type { PeopleParts } from './domain/person/parts.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  changePasskeyName,
  forgetPasskey,
  mostPasskeys,
  passkeysOf,
  signInWithPasskey,
} from './domain/person/passkeys.ts'
import { attemptStanding, signInWithCode, signOut, signOutEverywhere } from './domain/person/sign-in.ts'
import type { People } from './http/oauth/people-port.ts'
import { codeMinutes } from './identity/people/codes.ts'
import { knownBrowsers, knownDays } from './identity/people/known.ts'
import { listMemberships } from './identity/people/memberships.ts'
import { findPerson, isFresh } from './identity/people/sessions.ts'

/** Puts together how people sign in, for the pages of the authorization server. */
export function openPeople(
  parts: PeopleParts,
  { sendLetters, hasLinks = false }: { sendLetters: () => void; hasLinks?: boolean },
): People {
  const { database, clock } = parts
  return {
    find: (secret) => findPerson(database, secret, clock()),
    listMemberships: (email) =>
      database.inSystem((sql) => listMemberships(sql, parts.memberships, email), { readOnly: true }),
    askForCode: (asked) => askForCode(parts, asked),
    sendLetters,
    codeMinutes,
    findAttempt: (attempt) => attemptStanding(parts, attempt),
    signInWithCode: (tried) => signInWithCode(parts, tried),
    ...(hasLinks ? { links: createSignInLinks(parts) } : {}),
    signOut: (secret, requestId) => signOut(parts, secret, requestId),
    signOutEverywhere: (personId, requestId) => signOutEverywhere(parts, personId, requestId),
    passkeys: {
      most: mostPasskeys,
      mayChange: (person) => isFresh(person, clock()),
      list: (personId) => passkeysOf(parts, personId),
      begin: (person) => beginPasskey(parts, person),
      add: (person, made) => addPasskey(parts, person, made),
      rename: (person, change) => changePasskeyName(parts, person, change),
      remove: (person, removed) => forgetPasskey(parts, person, removed),
      beginSignIn: () => beginPasskeySignIn(parts),
      signIn: (answered) => signInWithPasskey(parts, answered),
    },
    known: { ...knownBrowsers(parts.secretKey), days: knownDays },
  }
}
