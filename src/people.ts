import { askForCode } from './domain/person/code.ts'
import { createSignInLinks } from './domain/person/links.ts'
import type { PeopleParts } from './domain/person/parts.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  changePasskeyName,
  forgetPasskey,
  mayChangePasskeys,
  mostPasskeys,
  needsOwnPasskey,
  passkeysOf,
  signInWithPasskey,
} from './domain/person/passkeys.ts'
import { endSessions, sessionsOf } from './domain/person/sessions.ts'
import { attemptStanding, signInWithCode, signOut, signOutEverywhere } from './domain/person/sign-in.ts'
import type { People } from './http/oauth/people-port.ts'
import { codeMinutes } from './identity/people/codes.ts'
import { knownBrowsers, knownDays } from './identity/people/known.ts'
import { listMemberships } from './identity/people/memberships.ts'
import { findPerson } from './identity/people/sessions.ts'

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
    noteFailure: parts.noteFailure,
    signInWithCode: (tried) => signInWithCode(parts, tried),
    ...(hasLinks ? { links: createSignInLinks(parts) } : {}),
    signOut: (secret, requestId) => signOut(parts, secret, requestId),
    signOutEverywhere: (personId, requestId) => signOutEverywhere(parts, personId, requestId),
    passkeys: {
      most: mostPasskeys,
      mayChange: (person) => mayChangePasskeys(parts, person),
      list: (personId) => passkeysOf(parts, personId),
      begin: (person) => beginPasskey(parts, person),
      add: (person, made) => addPasskey(parts, person, made),
      needOwn: (person) =>
        database.inSystem((sql) => needsOwnPasskey(sql, parts, person), { readOnly: true }),
      rename: (person, change) => changePasskeyName(parts, person, change),
      remove: (person, removed) => forgetPasskey(parts, person, removed),
      beginSignIn: () => beginPasskeySignIn(parts),
      signIn: (answered) => signInWithPasskey(parts, answered),
    },
    sessions: {
      list: (person) => sessionsOf(parts, person),
      end: (person, ended) => endSessions(parts, person, ended),
    },
    known: { ...knownBrowsers(parts.secretKey), days: knownDays },
  }
}
