import { focusForm, textKeys } from './forms.ts'
import { discStyles } from './report-fixtures.ts'

/** Pairs of facts that mean something together, with a question of their own. */
export const relationIds = [
  'leadWithoutTeam',
  'kindWithoutTrust',
  'trustWithoutPrudence',
  'sociableUneasy',
  'openButWary',
  'quietIdeas',
  'fairButBlunt',
  'leadsWithD',
  'friendlyWithI',
  'teamWithS',
  'joyWithI',
  'trustInTeam',
  'dWithoutLead',
  'iWithoutCrowd',
  'goalsWithoutDiscipline',
  'createWithoutPrudence',
  'adventureWithOrder',
  'sureOfSelf',
  'doubtWithDuty',
  'newWithoutFinish',
  'carefulWithC',
  'orderWithC',
  'paceWithD',
  'ideasTwice',
  'finishesGoals',
  'sWithAdventure',
  'cWithoutOrder',
  'cWithoutPause',
  'driveUnderStrain',
  'calmAndQuiet',
  'leadWithHeat',
  'busyAndTense',
  'calmWithS',
  'steadyNerves',
  'sWithoutCalm',
] as const

/** Those whose facts have questions enough. */
export const unaskedRelationIds = [
  'warmInSmall',
  'reservedCompany',
  'leadsButShy',
  'leadsAndModest',
  'leadsInPeace',
  'feelsButGuards',
  'helpsDryly',
  'feelsAndJudges',
  'warmButWary',
  'openButCombative',
  'trustAtDistance',
  'givesWithoutAsking',
  'quietJoy',
  'straightInPeace',
  'warmAndSociable',
  'quietDistance',
  'shyAndApart',
  'helpsAndFeels',
  'guardsAndJudges',
  'helpsModestly',
  'guardedDeals',
  'leadsInOwnName',
  'quietPace',
  'boldInFight',
  'reservedJoy',
  'kindAndTrusting',
  'straightAndTrusting',
  'modestInSecond',
  'dInPeace',
  'dModest',
  'iAmongStrangers',
  'iAtDistance',
  'sInFight',
  'leadsWithoutStage',
  'companyWithoutStage',
  'boldWithoutStage',
  'leadsWithoutContest',
  'orderBeforeStart',
  'fastAndFaithful',
  'promisedLate',
  'aimsInDoubt',
  'quietlySure',
  'pictureWithoutTheory',
  'principleWithoutPicture',
  'ideasOldWays',
  'openOldWays',
  'formLate',
  'newWithCare',
  'knownAndFast',
  'busyLateStart',
  'easyButAmbitious',
  'plannedAndTempted',
  'daringWithCare',
  'newOnSafeGround',
  'formWithoutOrder',
  'enoughOnTime',
  'dutyWithoutMore',
  'farAimNearTreat',
  'feelsInOrder',
  'feelsWithCare',
  'orderOnTime',
  'looseAndLate',
  'carefulPromises',
  'newTwice',
  'formAndOrder',
  'formAndFeeling',
  'plainUse',
  'busyWithMore',
  'openAndCurious',
  'plainAndKnown',
  'concreteTwice',
  'enoughAndLate',
  'lateAndTempted',
  'feelsInDoubt',
  'formAndAim',
  'firmInOrder',
  'sureAndBound',
  'dInDoubt',
  'sWithNew',
  'cStartsLate',
  'cAroundRules',
  'orderWithoutRules',
  'planWithoutRules',
  'cheerfulAndTense',
  'peaceWithHeat',
  'calmInFight',
  'calmButQuick',
  'calmThenFull',
  'calmThenHard',
  'worryThenClear',
  'quickAndOver',
  'evenButHard',
  'sureButHard',
  'feelsAndKeepsEven',
  'temptedAndCalm',
  'shyButClear',
  'easyOutsideTense',
  'patientWithLimit',
  'dutyWithLimit',
  'helpsWithLimit',
  'fastAndTense',
  'strictAndTense',
  'shyAndOver',
  'leadsWithLimit',
  'worryTwice',
  'temptedUnderLoad',
  'shyAndTense',
  'heatWithLimit',
  'doubtTwice',
  'carefulAndTense',
  'easyAndCalm',
  'evenAndOver',
  'strictAndHard',
  'quietAndClear',
  'aimsAndTense',
  'waryAndTense',
  'sWithHeat',
  'calmWithoutPatience',
  'securityAndAdventure',
  'freedomAndSecurity',
  'freedomAndTradition',
  'achievementAndFamily',
  'achievementAndEnjoyment',
  'wealthAndCare',
  'recognitionModest',
  'careGuarded',
  'achievementLate',
  'influenceShy',
  'securityDaring',
  'familyBeyond',
  'fairnessHeat',
  'wisdomFast',
  'adventureWorry',
  'traditionNew',
  'wealthGenerous',
] as const

/** The path of the first missing or empty text, such as `facets.trust.low.ask`. */
export function missingDebriefText(texts: unknown): string | undefined {
  return paths.find((path) => !isWritten(at(texts, path))) ?? facetWithoutTip(texts)
}

const traits = [...new Set(focusForm.facets.map(({ trait }) => trait))]
const sides = ['high', 'low']
const letters = discStyles.filter((style) => style.length === 1)

const paths: readonly string[] = [
  ...['locale', 'status', 'version', 'tips.do', 'tips.avoid', 'quality.caution', 'quality.invalid'],
  ...each(
    'headings',
    'overview impression best pressure together colleagues drives experiment questions limits',
  ),
  ...focusForm.facets.flatMap(({ facet }) =>
    sides.flatMap((side) => each(`facets.${facet}.${side}`, 'say strain ask colleague experiment')),
  ),
  ...traits.flatMap((trait) => each(`traits.${trait}`, 'high middle low')),
  'flat',
  ...[...discStyles, 'even'].flatMap((style) => each(`styles.${style}`, 'overview pressure do avoid')),
  ...letters.map((letter) => `letters.${letter}.low`),
  ...[...letters, 'even'].flatMap((own) =>
    letters.filter((other) => other !== own).map((other) => `withLetters.${own}.${other}`),
  ),
  ...textKeys.core.flatMap((key) => each(`values.${key}`, 'want do ask fit gap')),
  'valuesTop',
  ...letters
    .map((letter) => `letterWithValue.${letter}`)
    .flatMap((own) => each(own, textKeys.core.join(' '))),
  ...relationIds.flatMap((id) => each(`relations.${id}`, 'say ask')),
  ...unaskedRelationIds.map((id) => `relations.${id}.say`),
  ...each('experiments', 'D I S C even value'),
  ...each('limits', 'general short use unsureStyle partial'),
]

function each(place: string, names: string): string[] {
  return names.split(' ').map((name) => `${place}.${name}`)
}

function at(texts: unknown, path: string): unknown {
  return path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts)
}

function isWritten(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** A side of a facet has a tip of one kind, do or avoid, and not both. */
function facetWithoutTip(texts: unknown): string | undefined {
  return focusForm.facets
    .flatMap(({ facet }) => sides.map((side) => `facets.${facet}.${side}`))
    .filter((place) => isWritten(at(texts, `${place}.do`)) === isWritten(at(texts, `${place}.avoid`)))
    .map((place) => `${place}.do or avoid`)[0]
}
