import type { Connection } from '../client/types.ts'

export type Provider = Connection['provider']

/** What each kind of connection is called, and what it does. */
export const providers: Record<Provider, { name: string; text: string }> = {
  greenhouse: {
    name: 'Greenhouse',
    text: 'Recruiters send a Timbre test from Greenhouse. Timbre emails the candidate and reports back when they’re done.',
  },
  ashby: {
    name: 'Ashby',
    text: 'Recruiters start a Timbre assessment from Ashby. Timbre emails the candidate and reports progress.',
  },
  scim: {
    name: 'Directory (SCIM)',
    text: 'Entra ID, Okta or another directory adds, updates and deactivates the people you assess. It never gets results.',
  },
}

export const providerIds = Object.keys(providers) as Provider[]
