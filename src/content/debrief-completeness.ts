import { relationIds, unaskedRelationIds } from './debrief-relations.ts'
import { focusForm, textKeys } from './forms.ts'
import { discStyles } from './report-fixtures.ts'

/** Sides of facets that bring something hard under pressure, and a request that helps with it. */
const requestSides: readonly string[] = (
  'emotionalAwareness.high innovativeness.low intellectualCuriosity.high aestheticAppreciation.low ' +
  'openMindedness.low selfBelief.low systemization.low responsibility.low goalOriented.low ' +
  'discipline.high discipline.low prudence.high prudence.low sociability.low vigor.low trust.low ' +
  'integrity.low teamwork.high teamwork.low composure.high composure.low temperance.low ' +
  'optimism.high optimism.low confidence.low selfControl.low resilience.high resilience.low'
).split(' ')

/** Sides that many people have, with a second tip of the same kind. */
const tipTooSides: readonly string[] = (
  'sociability.high composure.high creativity.low systemization.high compassion.low ' +
  'trust.high selfControl.low cheerfulness.low humility.high goalOriented.low ' +
  'generosity.low confidence.low intellectualCuriosity.low friendliness.low optimism.low ' +
  'teamwork.low innovativeness.high goalOriented.high leadership.high generosity.high ' +
  'creativity.high temperance.low friendliness.high emotionalAwareness.low vigor.high'
).split(' ')

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
    sides.flatMap((side) => each(`facets.${facet}.${side}`, 'say sayToo strain ask colleague experiment')),
  ),
  ...requestSides.map((side) => `facets.${side}.request`),
  ...tipTooSides.map((side) => `facets.${side}.tipToo`),
  ...traits.flatMap((trait) => each(`traits.${trait}`, 'high middle low')),
  'flat',
  ...[...discStyles, 'even'].flatMap((style) =>
    each(`styles.${style}`, 'overview overviewToo pressure do avoid doToo avoidToo'),
  ),
  ...letters.map((letter) => `letters.${letter}.low`),
  ...[...letters, 'even'].flatMap((own) =>
    letters
      .filter((other) => other !== own)
      .flatMap((other) => [`withLetters.${own}.${other}`, `withLettersToo.${own}.${other}`]),
  ),
  ...textKeys.core.flatMap((key) => each(`values.${key}`, 'want wantToo do doToo ask fit gap')),
  ...textKeys.core.flatMap((one, at) =>
    textKeys.core.slice(at + 1).map((other) => `valuesPair.${one}.${other}`),
  ),
  ...each('letterNames', letters.join(' ')),
  ...letters
    .map((letter) => `letterWithValue.${letter}`)
    .flatMap((own) => each(own, textKeys.core.join(' '))),
  ...relationIds.flatMap((id) => each(`relations.${id}`, 'say ask')),
  ...unaskedRelationIds.map((id) => `relations.${id}.say`),
  ...each('experiments', 'D I S C even value'),
  ...each('limits', 'general short use unsureOrder unsureFirst unsureSecond partial'),
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
