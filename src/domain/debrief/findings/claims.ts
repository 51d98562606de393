import { type FacetSide, facetSides, haveCommon } from './facet-sides.ts'
import type { Finding } from './finding.ts'
import { isOfRelation } from './kinds.ts'
import { isOfFacet, relations } from './relations.ts'
import { denialsOfLetterWithValue, denialsOfSentence } from './sentence-denials.ts'

type StyleText = 'overview' | 'pressure'

/**
 * What of a person denies the two fixed sentences on a style: someone who doesn't shy away from a fight doesn't give in
 * to keep the peace. In the order of the texts: what leads, and what may happen under pressure.
 */
const denials: Readonly<Record<string, Readonly<Record<StyleText, string>>>> = {
  D: {
    overview: 'leadership.low prudence.high vigor.low',
    pressure: 'leadership.low prudence.high vigor.low temperance.high teamwork.high',
  },
  I: {
    overview: 'friendliness.low sociability.low confidence.low cheerfulness.low',
    pressure:
      'friendliness.low sociability.low confidence.low discipline.high prudence.high responsibility.high',
  },
  S: {
    overview: 'teamwork.low temperance.low prudence.low adventureSeeking.high vigor.high generosity.low',
    pressure: 'teamwork.low temperance.low openMindedness.low leadership.high integrity.low generosity.low',
  },
  C: {
    overview: 'prudence.low discipline.low',
    pressure: 'prudence.low',
  },
  DI: {
    overview: 'leadership.low friendliness.low sociability.low confidence.low',
    pressure: 'prudence.high teamwork.high temperance.high confidence.low',
  },
  DS: {
    overview: 'leadership.low discipline.low temperance.low',
    pressure: 'teamwork.high teamwork.low temperance.low',
  },
  DC: {
    overview: 'goalOriented.low prudence.low',
    pressure: 'compassion.high teamwork.high temperance.high',
  },
  ID: {
    overview: 'leadership.low friendliness.low sociability.low confidence.low discipline.low',
    pressure: 'teamwork.high confidence.low humility.high',
  },
  IS: {
    overview: 'friendliness.low sociability.low confidence.low teamwork.low compassion.low generosity.low',
    pressure:
      'friendliness.low teamwork.low temperance.low generosity.low openMindedness.low leadership.high prudence.high',
  },
  IC: {
    overview: 'friendliness.low sociability.low confidence.low prudence.low',
    pressure: 'sociability.low prudence.low resilience.high',
  },
  SD: {
    overview: 'temperance.low teamwork.high vigor.high',
    pressure: 'prudence.low leadership.low leadership.high',
  },
  SI: {
    overview: 'friendliness.low sociability.low confidence.low teamwork.low temperance.low vigor.high',
    pressure: 'compassion.low emotionalAwareness.low teamwork.low prudence.low',
  },
  SC: {
    overview: 'prudence.low innovativeness.high adventureSeeking.high vigor.high',
    pressure:
      'innovativeness.high responsibility.low teamwork.low temperance.low openMindedness.low leadership.high',
  },
  CD: {
    overview: 'prudence.low teamwork.high',
    pressure: 'prudence.low responsibility.low teamwork.high compassion.high',
  },
  CI: {
    overview: 'intellectualCuriosity.low friendliness.low',
    pressure: 'intellectualCuriosity.low sociability.low prudence.low',
  },
  CS: {
    overview: 'prudence.low discipline.low innovativeness.high selfControl.low',
    pressure:
      'prudence.low discipline.low teamwork.low temperance.low openMindedness.low leadership.high innovativeness.high',
  },
  even: {
    overview: '',
    pressure: 'composure.high composure.low resilience.high resilience.low temperance.high temperance.low',
  },
}

const denialsOf = new Map(
  Object.entries(denials).flatMap(([style, texts]) =>
    Object.entries(texts).map(([text, sides]) => [`${style}.${text}`, facetSides(sides)] as const),
  ),
)

/** The sides that deny a fixed sentence on a style. */
export function styleDenials(style: string, text: StyleText): readonly FacetSide[] {
  return denialsOf.get(`${style}.${text}`) ?? []
}

/**
 * Sides of facets that read like the opposite of a lowest letter. The two instruments ask differently, so both can be
 * true; but next to each other, without a sentence that connects them, they look like a mistake.
 */
const lastDenials: Readonly<Record<string, string>> = {
  D: 'leadership.high teamwork.low integrity.low',
  I: 'friendliness.high sociability.high cheerfulness.high leadership.high confidence.high humility.low',
  S: 'composure.high temperance.high teamwork.high innovativeness.low',
  C: 'systemization.high prudence.high responsibility.high discipline.high aestheticAppreciation.high',
}

export function denialsOfLast(letter: string): readonly FacetSide[] {
  return facetSides(lastDenials[letter] ?? '')
}

/** Values that read like the opposite of a lowest letter, unless a pair names both. */
const lastValueDenials: Readonly<Record<string, readonly string[]>> = {
  D: ['influence', 'achievement'],
  I: ['influence', 'recognition'],
  S: ['security', 'tradition'],
}

export function isLastDeniedByValue(all: readonly Finding[], letter: string): boolean {
  return all.some(
    ({ subject }) =>
      subject.kind === 'topValues' &&
      subject.values.some((value) => lastValueDenials[letter]?.includes(value)),
  )
}

/** What a finding on the lowest letter denies without speaking of it: rules that are least like someone, rules that hold. */
export function deniedBy({ subject }: Finding): readonly FacetSide[] {
  if (subject.kind === 'letter')
    return [...denialsOfLast(subject.letter), ...denialsOfSentence(`letters.${subject.letter}.low`)]
  if (subject.kind === 'trait') return denialsOfSentence(`traits.${subject.trait}.${subject.side}`)
  return isOfRelation(subject) ? (denialsOfRelation.get(subject.relation) ?? nothing) : nothing
}

const nothing: readonly FacetSide[] = []

const denialsOfRelation = new Map<string, readonly FacetSide[]>(
  relations.flatMap(({ id, conditions }) => {
    const own = conditions.filter(isOfFacet).map(sideOf)
    const last = conditions.flatMap((one) => (typeof one === 'object' && 'least' in one ? [one.least] : []))
    const sides = [...last.flatMap(denialsOfLast), ...denialsOfSentence(`relations.${id}`)]
    return [[id, sides.filter((side) => !own.includes(side))] as const]
  }),
)

/** Whether a facet that is far enough from the middle to be said is on one of the sides. */
export function isAnyMentioned(
  all: readonly Finding[],
  sides: readonly FacetSide[],
  minSalience = mentionThreshold,
): boolean {
  if (sides.length === 0) return false
  return all.some(
    (finding) =>
      finding.subject.kind === 'facet' &&
      finding.salience >= minSalience &&
      haveCommon(sidesOf(finding), sides),
  )
}

export function isLetterWithValueDenied(all: readonly Finding[], letter: string, value: string): boolean {
  return isAnyMentioned(all, denialsOfLetterWithValue(letter, value))
}

/** Closer to the middle than this, in T, a facet is only filler. */
export const mentionThreshold = 7

/** The sides of facets that a finding speaks of. */
export function sidesOf({ subject, facets }: Finding): readonly FacetSide[] {
  if (subject.kind === 'facet') return sidesOfFacet(subject.facet)[subject.side]
  if (isOfRelation(subject)) return sidesOfRelation.get(subject.relation) ?? nothing
  if (subject.kind === 'fit' || subject.kind === 'gap')
    return facets.flatMap((facet) => sidesOfFacet(facet)[subject.kind === 'fit' ? 'high' : 'low'])
  if (subject.kind === 'trait') return traitSides[`${subject.trait}.${subject.side}`] ?? nothing
  return nothing
}

/** Each side as a list of its own. Findings are compared thousands of times for a debrief, so lists and texts are kept. */
function sidesOfFacet(facet: string): OwnSides {
  const known = ownSides.get(facet)
  if (known) return known
  const own: OwnSides = { high: [`${facet}.high`], low: [`${facet}.low`] }
  ownSides.set(facet, own)
  return own
}

type OwnSides = Readonly<Record<'high' | 'low', readonly FacetSide[]>>

const ownSides = new Map<string, OwnSides>()

const sidesOfRelation = new Map<string, readonly FacetSide[]>(
  relations.map(({ id, conditions }) => [id, conditions.filter(isOfFacet).map(sideOf)]),
)

/** Sentences on a whole trait claim more than its facets: distance from people is no contact that comes easily. */
const traitSides: Readonly<Record<string, readonly FacetSide[]>> = {
  'understanding.low': ['compassion.low', 'trust.low', 'friendliness.low'],
  'understanding.high': ['trust.high', 'teamwork.high'],
  'stability.high': ['resilience.high'],
  'stability.low': ['resilience.low'],
  'organization.high': ['discipline.high', 'responsibility.high'],
  'organization.low': ['discipline.low', 'prudence.low'],
  'communication.high': ['sociability.high', 'vigor.high', 'cheerfulness.high'],
  'communication.low': ['sociability.low'],
  'flexibility.high': ['innovativeness.high'],
  'flexibility.low': ['innovativeness.low'],
}

/** Pairs of sides that no relation connects, and that read as a claim and its denial. */
const denied: readonly (readonly [FacetSide, FacetSide])[] = [
  ['humility.low', 'selfBelief.low'],
  ['humility.low', 'cheerfulness.low'],
  ['humility.low', 'confidence.low'],
  ['cheerfulness.high', 'optimism.low'],
  ['friendliness.high', 'confidence.low'],
  ['friendliness.low', 'confidence.high'],
  ['goalOriented.low', 'vigor.high'],
  ['goalOriented.low', 'selfBelief.low'],
  ['goalOriented.low', 'aestheticAppreciation.high'],
  ['selfControl.low', 'vigor.high'],
  ['sociability.low', 'confidence.high'],
  ['sociability.low', 'cheerfulness.high'],
  ['emotionalAwareness.low', 'compassion.high'],
  ['emotionalAwareness.low', 'temperance.low'],
  ['emotionalAwareness.low', 'teamwork.low'],
  ['emotionalAwareness.low', 'cheerfulness.high'],
  ['emotionalAwareness.low', 'optimism.low'],
  ['emotionalAwareness.low', 'composure.low'],
  ['openMindedness.low', 'teamwork.high'],
  ['generosity.high', 'goalOriented.low'],
  ['compassion.low', 'generosity.high'],
  ['prudence.high', 'selfControl.low'],
  ['prudence.high', 'selfBelief.high'],
  ['prudence.low', 'vigor.low'],
  ['prudence.low', 'discipline.high'],
  ['prudence.low', 'adventureSeeking.low'],
  ['prudence.low', 'openMindedness.high'],
  ['creativity.low', 'adventureSeeking.high'],
  ['innovativeness.low', 'adventureSeeking.high'],
  ['innovativeness.high', 'discipline.high'],
  ['innovativeness.high', 'systemization.high'],
  ['selfBelief.low', 'composure.high'],
  ['selfBelief.high', 'composure.low'],
  ['responsibility.high', 'systemization.low'],
  ['selfBelief.high', 'discipline.low'],
  ['selfBelief.low', 'optimism.high'],
  ['responsibility.low', 'discipline.high'],
  ['teamwork.low', 'compassion.high'],
  ['teamwork.high', 'leadership.high'],
  ['trust.high', 'integrity.low'],
  ['compassion.high', 'integrity.low'],
]

const conflicts = new Map<FacetSide, Set<FacetSide>>()
for (const [one, other] of [...denied, ...conflictingRelations()]) {
  conflicts.set(one, (conflicts.get(one) ?? new Set()).add(other))
  conflicts.set(other, (conflicts.get(other) ?? new Set()).add(one))
}

function conflictingRelations(): [FacetSide, FacetSide][] {
  return relations.flatMap(({ kind, conditions }) => {
    const [one, other] = conditions.filter(isOfFacet).map(sideOf)
    return kind !== 'reinforcement' && one && other ? [[one, other] as [FacetSide, FacetSide]] : []
  })
}

/** Whether two sides, said next to each other without a sentence that names both, look like a mistake. */
export function areOpposites(one: FacetSide, other: FacetSide): boolean {
  return conflicts.get(one)?.has(other) ?? false
}

/** Whether two findings look like a claim and its denial. */
export function clash(one: Finding, other: Finding): boolean {
  const { sides, denied } = claimsOf(one)
  const { sides: others, denied: deniedByOther } = claimsOf(other)
  if (haveCommon(denied, others) || haveCommon(deniedByOther, sides)) return true
  for (const side of sides) {
    const opposites = conflicts.get(side)
    if (!opposites || others.includes(side)) continue
    for (const opposite of others) if (opposites.has(opposite) && !sides.includes(opposite)) return true
  }
  return false
}

type Claims = { readonly sides: readonly FacetSide[]; readonly denied: readonly FacetSide[] }

const claims = new WeakMap<Finding, Claims>()

function claimsOf(finding: Finding): Claims {
  const known = claims.get(finding)
  if (known) return known
  const own = { sides: sidesOf(finding), denied: deniedBy(finding) }
  claims.set(finding, own)
  return own
}

/**
 * Downsides that show under pressure: a date, a conflict, a load, a failure, a sudden change. The others are no news
 * about pressure.
 */
const strainsOfPressure: ReadonlySet<FacetSide> = new Set([
  ...facetSides('creativity.high aestheticAppreciation.high aestheticAppreciation.low'),
  ...facetSides('emotionalAwareness.high innovativeness.low intellectualCuriosity.high'),
  ...facetSides('openMindedness.low selfBelief.low systemization.high systemization.low responsibility.low'),
  ...facetSides(
    'goalOriented.high goalOriented.low discipline.high discipline.low prudence.high prudence.low',
  ),
  ...facetSides('sociability.low vigor.low trust.low integrity.low'),
  ...facetSides('teamwork.high teamwork.low compassion.high composure.high composure.low'),
  ...facetSides('temperance.low optimism.high optimism.low confidence.low selfControl.low'),
  ...facetSides('resilience.high resilience.low'),
])

export function isStrainOfPressure(facet: string, side: 'high' | 'low'): boolean {
  return strainsOfPressure.has(`${facet}.${side}`)
}

/** Relations that name shortcomings and nothing that helps. */
const withoutHelp = new Set(
  (
    'goalsWithoutDiscipline leadWithoutTeam kindWithoutTrust sociableUneasy driveUnderStrain openButWary ' +
    'sureOfSelf leadWithHeat newWithoutFinish busyAndTense quietIdeas fairButBlunt createWithoutPrudence ' +
    'trustWithoutPrudence cheerfulAndTense calmButQuick quickAndOver fastAndTense strictAndTense ' +
    'temptedUnderLoad strictAndHard sWithoutCalm sWithHeat cWithoutPause feelsButGuards ' +
    'reservedCompany fastAndFaithful boldInFight guardedDeals feelsWithHeat warmBargain promisesAndBargains'
  ).split(' '),
)

/** Relations that only praise: nothing in them asks to be tried in another way. */
const praise = new Set(
  (
    'steadyNerves quietAndClear finishesGoals orderOnTime adventureWithOrder daringWithCare ideasTwice plainUse ' +
    'strictAndDaring daringAndFaithful picturesInOrder newOnSafeGround securityCalm cNew cDaring cPlain cEnough ' +
    'dWithCare dEnough iInOrder iCurious sInCompany sLeads calmWithS orderWithC'
  ).split(' '),
)

export function isPraise({ subject }: Finding): boolean {
  return isOfRelation(subject) && praise.has(subject.relation)
}

/** Whether a finding is only about what is hard for the person. */
export function isShortcoming({ subject }: Finding): boolean {
  if (isOfRelation(subject)) return withoutHelp.has(subject.relation)
  return (subject.kind === 'facet' || subject.kind === 'trait') && subject.side === 'low'
}

/**
 * Whether a text may begin with a pair: both facts are strengths, or one is and the sentence says how the two go
 * together.
 */
export function mayOpen(finding: Finding): boolean {
  const { subject } = finding
  if (!isOfRelation(subject) || withoutHelp.has(subject.relation)) return false
  return sidesOf(finding).some((side) => side.endsWith('.high'))
}

function sideOf([facet, side]: readonly [facet: string, side: 'high' | 'low']): FacetSide {
  return `${facet}.${side}`
}
