import { focusForm, textKeys } from './forms.ts'
import { discStyles } from './report-fixtures.ts'

/** Pairs of facts that mean something together: tensions, reinforcements, and contradictions between DISC and Focus. */
export const relationIds = [
  'goalsWithoutDiscipline',
  'leadWithoutTeam',
  'createWithoutPrudence',
  'adventureWithOrder',
  'kindWithoutTrust',
  'trustWithoutPrudence',
  'sociableUneasy',
  'driveUnderStrain',
  'calmAndQuiet',
  'openButWary',
  'sureOfSelf',
  'doubtWithDuty',
  'leadWithHeat',
  'newWithoutFinish',
  'busyAndTense',
  'quietIdeas',
  'fairButBlunt',
  'leadsWithD',
  'friendlyWithI',
  'carefulWithC',
  'teamWithS',
  'orderWithC',
  'paceWithD',
  'joyWithI',
  'calmWithS',
  'ideasTwice',
  'trustInTeam',
  'finishesGoals',
  'steadyNerves',
  'dWithoutLead',
  'iWithoutCrowd',
  'sWithoutCalm',
  'cWithoutOrder',
  'cWithoutPause',
  'sWithAdventure',
] as const

/** The path of the first missing or empty text, such as `facets.trust.low.ask`. */
export function missingDebriefText(texts: unknown): string | undefined {
  return paths().find((path) => !isWritten(at(texts, path))) ?? facetWithoutTip(texts)
}

const traits = [...new Set(focusForm.facets.map(({ trait }) => trait))]
const sides = ['high', 'low']
const letters = discStyles.filter((style) => style.length === 1)

function paths(): string[] {
  return [
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
    ...each('experiments', 'D I S C even value'),
    ...each('limits', 'general short use unsureStyle partial'),
  ]
}

const each = (place: string, names: string) => names.split(' ').map((name) => `${place}.${name}`)

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
