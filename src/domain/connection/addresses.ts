import type { ConnectionProvider } from '../../contract/connection-provider.ts'

const calls: Record<ConnectionProvider, readonly string[]> = {
  greenhouse: ['list_tests', 'send_test', 'test_status', 'response_error'],
  ashby: ['assessment.list', 'assessment.start', 'assessment.cancel'],
  scim: [],
}

/** What to enter at the system: one address for each call, or the one that all begin with. */
export function addressesOf(
  publicUrl: string,
  { provider, id }: { provider: ConnectionProvider; id: string },
): { name: string; url: string }[] {
  if (provider === 'scim') return [{ name: 'base', url: `${publicUrl}/scim/v2` }]
  const base = `${publicUrl}/ats/${provider}/${id}`
  return [{ name: 'base', url: base }, ...calls[provider].map((name) => ({ name, url: `${base}/${name}` }))]
}
