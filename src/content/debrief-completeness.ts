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
const hedged = (path: string) => [`${path}.sure`, `${path}.likely`]

function paths(): string[] {
  return [
    ...['locale', 'status', 'version', 'tips.do', 'tips.avoid', 'quality.caution', 'quality.invalid'],
    ...each('headings', 'overview impression best pressure together drives questions limits'),
    ...focusForm.facets.flatMap(({ facet }) =>
      sides.flatMap((side) => {
        const place = `facets.${facet}.${side}`
        return [...hedged(`${place}.say`), `${place}.strain`, `${place}.ask`]
      }),
    ),
    ...traits.flatMap((trait) =>
      ['high', 'middle', 'low'].flatMap((place) => hedged(`traits.${trait}.${place}`)),
    ),
    ...traits.flatMap((trait) => hedged(`spread.${trait}`)),
    ...hedged('flat'),
    ...[...discStyles, 'even'].flatMap((style) => [
      ...hedged(`styles.${style}.overview`),
      ...hedged(`styles.${style}.impression`),
      ...each(`styles.${style}`, 'pressure do avoid'),
    ]),
    ...letters.flatMap((letter) => hedged(`letters.${letter}.low`)),
    ...textKeys.core.flatMap((key) => each(`values.${key}`, 'first second third last do ask fit gap')),
    ...relationIds.flatMap((id) => [...hedged(`relations.${id}.say`), `relations.${id}.ask`]),
    ...each('limits', 'general short use style unsureStyle values closeValues partial'),
  ]
}

const each = (place: string, names: string) => names.split(' ').map((name) => `${place}.${name}`)

function at(texts: unknown, path: string): unknown {
  return path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts)
}

function isWritten(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isWritten)
  return typeof value === 'string' && value.trim() !== ''
}

/** A side of a facet has a tip of one kind, do or avoid, and not both. */
function facetWithoutTip(texts: unknown): string | undefined {
  return focusForm.facets
    .flatMap(({ facet }) => sides.map((side) => `facets.${facet}.${side}`))
    .filter((place) => isWritten(at(texts, `${place}.do`)) === isWritten(at(texts, `${place}.avoid`)))
    .map((place) => `${place}.do or avoid`)[0]
}
