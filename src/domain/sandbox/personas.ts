import type { AssessmentId } from '../../contract/shapes.ts'
import type { QualityIndex } from '../../scoring/quality.ts'
import type { Letter } from '../../scoring/results.ts'
import type { Tendencies } from './respondent.ts'

export const personaIds = [
  'steady',
  'driving',
  'outgoing',
  'careful',
  'balanced',
  'straight_liner',
  'random',
  'yes_sayer',
  'too_fast',
  'gives_up',
] as const
export type PersonaId = (typeof personaIds)[number]

export type Persona = {
  readonly description: string
  /** The DISC letter that comes first; null if it differs from seed to seed. */
  readonly leads: Letter | null
  /** The index of response quality that these answers exceed; null if none. */
  readonly trips: QualityIndex | null
  readonly completes: boolean
  readonly tendencies?: Tendencies
  readonly secondsPerItem: Readonly<Record<AssessmentId, number>>
}

const attentive = { disc: 13, focus: 6, core: 11 }
const people = { leads: null, trips: null, completes: true, secondsPerItem: attentive }

export const personas: Readonly<Record<PersonaId, Persona>> = {
  steady: {
    ...people,
    description: 'Patient and dependable. Leads with S.',
    leads: 'S',
    tendencies: {
      traits: { communication: -0.5, understanding: 0.9, stability: 0.7 },
      letters: { D: -1.1, I: 0.1, S: 1.9, C: 0.2 },
    },
  },
  driving: {
    ...people,
    description: 'Direct and fast to decide. Leads with D.',
    leads: 'D',
    tendencies: {
      traits: { communication: 0.8, understanding: -0.8, organization: 0.6, stability: 0.3 },
      letters: { D: 1.9, I: 0.2, S: -1.1, C: 0.1 },
    },
  },
  outgoing: {
    ...people,
    description: 'Sociable and enthusiastic. Leads with I.',
    leads: 'I',
    tendencies: {
      traits: { communication: 1.2, understanding: 0.5, flexibility: 0.6, organization: -0.4 },
      letters: { D: 0.2, I: 1.9, S: 0.1, C: -1.1 },
    },
  },
  careful: {
    ...people,
    description: 'Precise and reserved. Leads with C.',
    leads: 'C',
    tendencies: {
      traits: { communication: -0.9, organization: 1.2, flexibility: 0.2 },
      letters: { D: 0.1, I: -1.1, S: 0.2, C: 1.9 },
    },
  },
  balanced: {
    ...people,
    description: 'Near the average everywhere, with no letter far ahead.',
    tendencies: { traits: {}, letters: { D: 0, I: 0, S: 0, C: 0 } },
  },
  straight_liner: {
    ...people,
    description: 'Gives the same answer to nearly every item. Exceeds the limit of `longestRun`.',
    trips: 'longestRun',
  },
  random: {
    ...people,
    description: 'Answers without reading. Falls below the limit of `likelihood`.',
    trips: 'likelihood',
  },
  yes_sayer: {
    ...people,
    description: 'Agrees with everything. Exceeds the limit of `acquiescence`.',
    trips: 'acquiescence',
  },
  too_fast: {
    ...people,
    description: 'Answers like anyone, in under two seconds an item. Falls below the limit of `speed`.',
    trips: 'speed',
    secondsPerItem: { disc: 1.7, focus: 1.2, core: 1.6 },
  },
  gives_up: { ...people, description: 'Stops halfway. The assessments stay in progress.', completes: false },
}

export function isPersonaId(text: string): text is PersonaId {
  return (personaIds as readonly string[]).includes(text)
}
