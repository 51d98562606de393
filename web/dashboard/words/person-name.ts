import type { Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

type Named = Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone'>

/** The display name of a person: name, else email or phone. */
export function personName({ firstName, lastName, email, phone }: Named): string {
  return inOrder(firstName ?? '', lastName ?? '') || email || phone || words.withoutName
}

/** In Chinese, Japanese and Korean names, the family name comes first: 田中 美咲, 김민준. */
function inOrder(first: string, last: string): string {
  if (!first || !last || !isEastAsian.test(first + last)) return [first, last].filter(Boolean).join(' ')
  return isHangul.test(first + last) ? last + first : `${last} ${first}`
}

const isEastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々\s]+$/u
const isHangul = /^[\p{Script=Hangul}\s]+$/u

/** Stands in for a name that isn't known: “Person …8f5a63d2”. */
export function nameOfUnknown(profileId: string): string {
  return fill(words.personWithId, { id: profileId.slice(-8) })
}

/** The first name for use in a sentence, or “this person”. */
export function shortPersonName({ firstName }: Named): string {
  return firstName || words.thisPerson
}

/** Ignores case and surplus spaces. */
export function isTypedName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase()
  return plain(typed) === plain(name)
}

/**
 * `noor-okafor-6920318e.json`: characters that every file system accepts, and part of the id to tell people of the
 * same name apart.
 */
export function personFileName(profile: Named & Pick<Profile, 'id'>): string {
  const plain = personName(profile)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${plain}-${profile.id.slice(0, 8)}.json`
}
