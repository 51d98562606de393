/**
 * Lets the server set the cookie of the language, which no script can read or write; sign-in and other pages use the same
 * one. Whether it was saved.
 */
export function saveLanguage(code: string): Promise<boolean> {
  return fetch(`/?locale=${code}`).then(
    ({ ok }) => ok,
    () => false,
  )
}
