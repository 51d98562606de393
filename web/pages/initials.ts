/** Two letters for a member without a picture: of the first and last word of the name, or of the address. */
export function memberInitials({ name, email }: { name?: string | undefined; email: string }): string {
  const words = (name ?? email.slice(0, email.lastIndexOf('@')).replace(/[._+-]+/g, ' '))
    .split(/\s+/)
    .filter((word) => word !== '')
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
