import type { Connection } from '../client/types.ts'
import { words } from './words.ts'

export type Provider = Connection['provider']

/** What each kind of connection is called, and what it does. */
export const providers: Record<Provider, { name: string; text: string }> = {
  greenhouse: { name: 'Greenhouse', text: words.purposes.greenhouse },
  ashby: { name: 'Ashby', text: words.purposes.ashby },
  scim: { name: words.directory, text: words.purposes.scim },
}

export const providerIds = Object.keys(providers) as Provider[]
