import type { Distribution, FocusKeys, FocusNorm } from '../../src/scoring/focus.ts'
import { normalCdf } from '../../src/scoring/normal.ts'
import { gaussian, type Random } from '../../src/scoring/random.ts'

/**
 * A simulated person's true T by facet and by trait, and the answers (1..5, item order). True means the mean over
 * endless repetitions, so true T varies less than 10 by the root of the reliability.
 */
export type SimulatedSheet = { readonly truth: Readonly<Record<string, number>>; readonly answers: number[] }

/** `reliability` is alpha of a facet's four items, `itemSpread` the SD of item means around their facet's. */
export type FocusModel = { readonly reliability: number; readonly itemSpread: number }

/** A form under a model: a list of traits, each a list of facets with their latent answer distribution. */
export type FocusForm = readonly (readonly LatentFacet[])[]

export type LatentFacet = {
  readonly name: string
  readonly trait: string
  readonly scale: string
  readonly sign: number
  /** Weight of the facet in its trait, the SD of its raw sum. */
  readonly weight: number
  /** Correlation of the true facets within the trait. */
  readonly kinship: number
  readonly reliability: number
  readonly latent: Distribution
  /** Share of an answer's latent variance that the true facet explains. */
  readonly communality: number
  readonly items: readonly { readonly at: number; readonly reversed: boolean; readonly offset: number }[]
}

/**
 * The form under the model. An answer is a latent normal value, rounded and clipped to 1..5, whose mean and SD are set
 * so that rounded answers have the norm's facet mean and SD. Facets of a trait correlate as the norm's trait variance
 * implies. Each item's mean differs from its facet's by an offset that is drawn once.
 */
export function latentForm(keys: FocusKeys, norm: FocusNorm, model: FocusModel, random: Random): FocusForm {
  const domains = [...new Set(keys.facets.map(({ scale }) => scale.charAt(0)))]
  return domains.map((domain) => {
    const facets = keys.facets.filter(({ scale }) => scale.startsWith(domain))
    const sds = facets.map(({ scale }) => (norm.balanced.facets[scale] as Distribution).sd)
    const own = sds.reduce((sum, sd) => sum + sd ** 2, 0)
    const whole = (norm.balanced.domains[domain] as Distribution).sd ** 2
    const observed = (whole - own) / (sds.reduce((sum, sd) => sum + sd, 0) ** 2 - own)
    return facets.map((facet) => {
      const { scale } = facet
      const { mean, sd } = norm.provisional.facets[scale] ?? (norm.balanced.facets[scale] as Distribution)
      // The alpha of four items determines how the sum's variance splits into item variances and covariances.
      const itemVariance = (sd ** 2 * (1 - 0.75 * model.reliability)) / 4
      return {
        name: facet.facet,
        trait: facet.trait,
        scale,
        sign: facet.sign,
        weight: sd,
        kinship: Math.min(1, observed / model.reliability),
        reliability: model.reliability,
        latent: latentOf(mean / 4, itemVariance),
        communality: (model.reliability * sd ** 2) / 16 / itemVariance,
        items: facet.items.map((n) => ({
          at: n - 1,
          reversed: keys.items[n - 1]?.ipip === -1,
          offset: model.itemSpread * gaussian(random),
        })),
      }
    })
  })
}

/** One honest person: true traits and facets, and the 120 answers that follow from them. */
export function drawSheet(form: FocusForm, random: Random): SimulatedSheet {
  const truth: Record<string, number> = {}
  const answers = new Array<number>(120)
  for (const facets of form) {
    const general = gaussian(random)
    let sum = 0
    let observed = 0
    for (const facet of facets) {
      const own = gaussian(random)
      const level = Math.sqrt(facet.kinship) * general + Math.sqrt(1 - facet.kinship) * own
      truth[facet.name] = 50 + 10 * Math.sqrt(facet.reliability) * facet.sign * level
      sum += facet.weight * Math.sqrt(facet.reliability) * level
      for (const other of facets) {
        const shared = other === facet ? 1 : facet.kinship * facet.reliability
        observed += facet.weight * other.weight * shared
      }
      for (const item of facet.items) {
        answers[item.at] = answerOf(facet, item, level, random)
      }
    }
    const [{ trait, sign } = { trait: '', sign: 1 }] = facets
    truth[trait] = 50 + (10 * sign * sum) / Math.sqrt(observed)
  }
  return { truth, answers }
}

/** The mean of this answer over endless repetitions by a person at this level of the facet, keyed. */
export function meanAnswer(facet: LatentFacet, item: LatentFacet['items'][number], level: number): number {
  const center = facet.latent.mean + item.offset + facet.latent.sd * Math.sqrt(facet.communality) * level
  const spread = facet.latent.sd * Math.sqrt(1 - facet.communality)
  let mean = 5
  for (let answer = 1; answer < 5; answer++) mean -= normalCdf((answer + 0.5 - center) / spread)
  return mean
}

/** The level that a true T of `drawSheet` stands for. */
export function levelOfTruth(facet: LatentFacet, truth: number): number {
  return (truth - 50) / (10 * Math.sqrt(facet.reliability) * facet.sign)
}

/** The same person again: the true scores stay, the noise of each answer is drawn again. */
export function answerAgain(form: FocusForm, truth: SimulatedSheet['truth'], random: Random): number[] {
  const answers = new Array<number>(120)
  for (const facet of form.flat()) {
    const level = levelOfTruth(facet, truth[facet.name] ?? 50)
    for (const item of facet.items) answers[item.at] = answerOf(facet, item, level, random)
  }
  return answers
}

function answerOf(
  facet: LatentFacet,
  item: LatentFacet['items'][number],
  level: number,
  random: Random,
): number {
  const noise = Math.sqrt(1 - facet.communality) * gaussian(random)
  const value = facet.latent.sd * (Math.sqrt(facet.communality) * level + noise)
  const keyed = Math.min(5, Math.max(1, Math.round(facet.latent.mean + item.offset + value)))
  return item.reversed ? 6 - keyed : keyed
}

/** The latent normal distribution whose rounded and clipped values have this mean and variance, by iteration. */
function latentOf(mean: number, variance: number): Distribution {
  const latent = { mean, sd: Math.sqrt(variance) }
  for (let turn = 0; turn < 200; turn++) {
    let [first, second, below] = [0, 0, 0]
    for (let answer = 1; answer <= 5; answer++) {
      const upTo = answer === 5 ? 1 : normalCdf((answer + 0.5 - latent.mean) / latent.sd)
      first += answer * (upTo - below)
      second += answer ** 2 * (upTo - below)
      below = upTo
    }
    latent.mean += mean - first
    latent.sd *= Math.sqrt(variance / (second - first ** 2))
  }
  return latent
}
