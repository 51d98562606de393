/**
 * A person's name in the order of its script: given name first, or family name first in Chinese, Japanese or Korean
 * (田中 美咲, 김민준). Null if no name is known.
 */
export function fullName({
  firstName,
  lastName,
}: {
  firstName: string | null
  lastName: string | null
}): string | null {
  const [first, last] = [firstName ?? '', lastName ?? '']
  if (first && last && isEastAsian.test(first + last)) {
    return isHangul.test(first + last) ? last + first : `${last} ${first}`
  }
  return [first, last].filter(Boolean).join(' ') || null
}

const isEastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々\s]+$/u
const isHangul = /^[\p{Script=Hangul}\s]+$/u
