/** What every answer says, pages, errors and the API alike; browsers keep to https for a year once they have seen it. */
export function commonHeaders({ publicUrl }: { publicUrl: string }): Record<string, string> {
  const always = { 'x-content-type-options': 'nosniff' }
  if (!publicUrl.startsWith('https:')) return always
  return { ...always, 'strict-transport-security': 'max-age=31536000' }
}
