import type { Profile } from '../client/types.ts'

type Named = Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone'>

/** How a person is called on a page: by name, else by the address that is known of them. */
export function personName({ firstName, lastName, email, phone }: Named): string {
  return inOrder(firstName ?? '', lastName ?? '') || email || phone || 'Somebody without a name'
}

/** Names that are written in Chinese, Japanese or Korean begin with the family: 田中 美咲, 김민준. */
function inOrder(first: string, last: string): string {
  if (!first || !last || !isEastAsian.test(first + last)) return [first, last].filter(Boolean).join(' ')
  return isHangul.test(first + last) ? last + first : `${last} ${first}`
}

const isEastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々\s]+$/u
const isHangul = /^[\p{Script=Hangul}\s]+$/u

/** How a sentence speaks of them: by the first name, or without one. */
export function shortPersonName({ firstName }: Named): string {
  return firstName || 'this person'
}

/** Blanks at the ends and between words, and capital letters, are no part of the question. */
export function isTypedName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase()
  return plain(typed) === plain(name)
}

/** `noor-okafor-6920318e.json`: letters that every file system takes, and an end that tells two of a name apart. */
export function personFileName(profile: Named & Pick<Profile, 'id'>): string {
  const plain = personName(profile)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${plain}-${profile.id.slice(0, 8)}.json`
}
