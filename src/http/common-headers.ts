/** Headers of every response: pages, errors and the API. On https, browsers then stay on https for a year (HSTS). */
export function commonHeaders({ publicUrl }: { publicUrl: string }): Record<string, string> {
  const always = { 'x-content-type-options': 'nosniff' }
  if (!publicUrl.startsWith('https:')) return always
  return { ...always, 'strict-transport-security': 'max-age=31536000' }
}
