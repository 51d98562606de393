import { requestCode } from '../domain/person/code.ts'
import { createDemoSignInLink } from '../domain/person/demo-sign-in-link.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  changePasskeyName,
  deletePasskey,
  listPersonPasskeys,
  maxPasskeys,
  mayChangePasskeys,
  needsOwnPasskey,
  signInWithPasskey,
} from '../domain/person/passkeys.ts'
import { createProviderSignIn, type ProviderParts } from '../domain/person/provider-sign-in.ts'
import { endPersonSessions, listPersonSessions } from '../domain/person/sessions.ts'
import { findSignInAttempt, signInWithCode, signOut, signOutEverywhere } from '../domain/person/sign-in.ts'
import type { People } from '../http/oauth/people-interface.ts'
import { listMemberships, membershipsWithin } from '../identity/people/memberships.ts'
import { findSessionPerson } from '../identity/people/sessions.ts'
import { codeMinutes } from '../identity/people/sign-in-codes.ts'
import { createTrustedDevices, trustedDeviceDays } from '../identity/people/trusted-devices.ts'

/** Connects the functions for signing in, for the pages of the authorization server. */
export function createSignInService(
  parts: ProviderParts,
  { sendEmails, hasLinks = false }: { sendEmails: () => void; hasLinks?: boolean },
): People {
  const { database, clock } = parts
  return {
    find: (secret) => findSessionPerson(database, secret, clock()),
    async listMemberships(person) {
      const all = await database.inSystem((sql) => listMemberships(sql, parts.memberships, person.email), {
        readOnly: true,
      })
      return membershipsWithin(all, person)
    },
    requestCode: (request) => requestCode(parts, request),
    sendEmails,
    codeMinutes,
    findAttempt: (attempt) => findSignInAttempt(parts, attempt),
    countFailedSignIn: parts.countFailedSignIn,
    signInWithCode: (attempt) => signInWithCode(parts, attempt),
    ...(hasLinks ? { links: createDemoSignInLink(parts) } : {}),
    signOut: (secret, requestId) => signOut(parts, secret, requestId),
    providers: createProviderSignIn(parts),
    signOutEverywhere: (person, requestId) => signOutEverywhere(parts, person, requestId),
    passkeys: {
      max: maxPasskeys,
      canChange: (person) => mayChangePasskeys(parts, person),
      list: (person) => listPersonPasskeys(parts, person),
      begin: (person) => beginPasskey(parts, person),
      add: (person, response) => addPasskey(parts, person, response),
      requiresPasskeySession: (person) =>
        database.inSystem((sql) => needsOwnPasskey(sql, parts, person), { readOnly: true }),
      rename: (person, change) => changePasskeyName(parts, person, change),
      remove: (person, passkey) => deletePasskey(parts, person, passkey),
      beginSignIn: () => beginPasskeySignIn(parts),
      signIn: (response) => signInWithPasskey(parts, response),
    },
    sessions: {
      list: (person) => listPersonSessions(parts, person),
      end: (person, sessions) => endPersonSessions(parts, person, sessions),
    },
    trustedDevices: { ...createTrustedDevices(parts.secretKey), days: trustedDeviceDays },
  }
}
