import { z } from 'zod'

const connectionProviders = ['greenhouse', 'ashby', 'scim'] as const

/** The system at the other end of a connection. */
export const ConnectionProvider = z
  .enum(connectionProviders, { error: `must be one of ${connectionProviders.join(', ')}` })
  .meta({
    description:
      '`greenhouse` and `ashby` order assessments; `scim` is a directory, such as Entra ID or Okta, that reports ' +
      'people.',
    examples: ['greenhouse'],
  })
export type ConnectionProvider = z.output<typeof ConnectionProvider>
