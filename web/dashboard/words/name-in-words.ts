/** An API name as words: `send_invite_by_sms` is "Send invite by SMS", `firstName` is "First name". */
export function humanizeName(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/\b(ai|sms)\b/g, (letters) => letters.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
