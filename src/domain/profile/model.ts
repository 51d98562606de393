import { z } from 'zod'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'

/** The shapes of a profile as the API answers it. */

const Level = z.enum(['veryLow', 'low', 'baseline', 'high', 'veryHigh'])
const Scale = z.object({ score: z.number(), level: Level })

const traitFacets = {
  flexibility: [
    'creativity',
    'aestheticAppreciation',
    'emotionalAwareness',
    'innovativeness',
    'intellectualCuriosity',
    'openMindedness',
  ],
  organization: ['selfBelief', 'systemization', 'responsibility', 'goalOriented', 'discipline', 'prudence'],
  communication: ['friendliness', 'sociability', 'leadership', 'vigor', 'adventureSeeking', 'cheerfulness'],
  understanding: ['trust', 'integrity', 'generosity', 'teamwork', 'humility', 'compassion'],
  stability: ['composure', 'temperance', 'optimism', 'confidence', 'selfControl', 'resilience'],
} as const

function trait(name: keyof typeof traitFacets) {
  const facets = Object.fromEntries(traitFacets[name].map((facet) => [facet, Scale]))
  return Scale.extend({ facets: z.strictObject(facets) }).strict()
}

const FocusScores = z.strictObject({
  flexibility: trait('flexibility'),
  organization: trait('organization'),
  communication: trait('communication'),
  understanding: trait('understanding'),
  stability: trait('stability'),
})

const DiscScores = z.strictObject({
  style: z.string().regex(/^[DISC]{1,2}$/),
  d: z.number(),
  i: z.number(),
  s: z.number(),
  c: z.number(),
})

const CoreRanking = z.strictObject({
  first: z.string(),
  second: z.string(),
  third: z.string(),
  fourth: z.string(),
  fifth: z.string(),
})

const Timer = z.strictObject({
  assessment: AssessmentId,
  isCompleted: z.boolean(),
  activeSeconds: z.int(),
  inactiveSeconds: z.int(),
  idleSeconds: z.int(),
  dateStarted: Timestamp.nullable(),
  dateCompleted: Timestamp.nullable(),
  lastUpdated: Timestamp.nullable(),
})

const QualityReason = z.strictObject({
  assessment: AssessmentId,
  index: z.string(),
  value: z.number(),
  limit: z.number(),
})

/** How far the answers can be trusted. `reasons` made the outcome; `notes` are worth knowing. */
const Quality = z.strictObject({
  outcome: z.enum(['ok', 'caution', 'invalid']),
  reasons: z.array(QualityReason),
  notes: z.array(QualityReason),
})

/** Where the scores come from: per assessment the form with its version, the scoring version and the norm. */
const Scoring = z.strictObject({
  form: z.partialRecord(AssessmentId, z.string()),
  version: z.string(),
  /** Core ranks a person's values against each other and has no norm. */
  norm: z.partialRecord(AssessmentId, z.string().nullable()),
  confidence: z.looseObject({}),
})

const ProfileTag = z.strictObject({ id: PublicId, label: z.string(), color: z.string() })

export const Profile = z.strictObject({
  id: PublicId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  locale: LocaleCode.nullable(),
  state: z.enum(['pending', 'active']),
  customIds: z.array(z.string()),
  attempt: z.int(),
  availableAssessments: z.array(AssessmentId),
  completedAssessments: z.array(AssessmentId),
  isCompleted: z.boolean(),
  dateStarted: Timestamp.nullable(),
  dateCompleted: Timestamp.nullable(),
  timers: z.array(Timer),
  disc: DiscScores.nullable(),
  core: CoreRanking.nullable(),
  focus: FocusScores.nullable(),
  quality: Quality.nullable(),
  scoring: Scoring.nullable(),
  tags: z.array(ProfileTag).optional(),
})

export type Profile = z.output<typeof Profile>

/** What a caller without profiles:read gets back from a write: where the profile stands, and what it sent. */
export const WrittenProfile = Profile.partial().required({
  id: true,
  createdAt: true,
  updatedAt: true,
  state: true,
})

const alwaysShown = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'state',
  'attempt',
  'availableAssessments',
  'completedAssessments',
  'isCompleted',
  'dateStarted',
  'dateCompleted',
])

export function withoutReading(
  profile: Profile,
  sent: Record<string, unknown>,
): z.output<typeof WrittenProfile> {
  const entries = Object.entries(profile).filter(([key]) => alwaysShown.has(key) || key in sent)
  return Object.fromEntries(entries) as z.output<typeof WrittenProfile>
}
