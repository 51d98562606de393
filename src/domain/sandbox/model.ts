import { z } from 'zod'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { personaIds } from './personas.ts'

export const PersonaName = z.enum(personaIds, { error: `must be one of ${personaIds.join(', ')}` }).meta({
  description: 'Who answers, as `GET /sandbox/personas` lists them.',
  examples: ['driving'],
})

export const Seed = z.int().min(0).max(4_294_967_295)

export const PersonaEntry = z
  .strictObject({
    id: PersonaName,
    description: z
      .string()
      .meta({ description: 'What the person does.', examples: ['Direct and fast to decide. Leads with D.'] }),
    leads: z
      .enum(['D', 'I', 'S', 'C'])
      .nullable()
      .meta({ description: 'The DISC letter that comes first. Null if it differs.', examples: ['D'] }),
    trips: z
      .string()
      .nullable()
      .meta({ description: 'The index of response quality that the answers exceed.', examples: [null] }),
    completes: z.boolean().meta({ description: 'Whether every item is answered.', examples: [true] }),
  })
  .meta({ id: 'SandboxPersona', description: 'A kind of invented person.' })

export const personStates = [
  'completed',
  'in_progress',
  'opened',
  'invited',
  'expired',
  'bounced',
  'not_invited',
] as const

export const SandboxPerson = z
  .strictObject({
    profileId: PublicId,
    persona: PersonaName,
    state: z.enum(personStates).meta({ description: 'How far the person came.', examples: ['completed'] }),
  })
  .meta({ id: 'SandboxPerson', description: 'An invented person that was added.' })

export const SandboxMessage = z
  .strictObject({
    id: PublicId,
    profileId: PublicId,
    channel: z.enum(['email', 'sms', 'callback']).meta({
      description: 'How it would have been sent; `callback`: a report to the system of an order.',
      examples: ['email'],
    }),
    to: z.string().meta({ description: 'The address.', examples: ['complete+driving@sandbox.test'] }),
    subject: z.string().meta({ description: 'Empty for text messages.', examples: ['Your assessment'] }),
    text: z.string().meta({ description: 'The text, without formatting.', examples: ['Start here: …'] }),
    links: z.array(z.string()).meta({
      description: 'The addresses in the text.',
      examples: [['https://timbre.example.com/t/us.tmb_link_…']],
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'SandboxMessage', description: 'An email or text message that was not sent to anyone.' })

export const Sandbox = z
  .strictObject({
    id: PublicId.meta({ description: 'The account id of the sandbox.' }),
    name: z.string().meta({ description: 'The name that members see.', examples: ['Northwind sandbox'] }),
    createdAt: Timestamp,
  })
  .meta({ id: 'Sandbox', description: 'An account of invented people that belongs to this account.' })
