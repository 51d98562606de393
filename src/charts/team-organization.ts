import { axisPosition } from './axis.ts'
import { figure } from './figure.ts'
import { oneDecimal, pair, percentage } from './formats.ts'
import { at, escapeMarkup } from './markup.ts'

/** One group on one trait: the percentile of its mean, the mean in T points, and percentages by position. */
export type GroupTrait = { score: number; t: number; low: number; middle: number; high: number }

export type OrganizationTrait = {
  label: string
  team: GroupTrait
  organization: GroupTrait
  /** How far chance puts a group of this size from the organization, in T points. */
  margin: number
  /** Whether the team is beyond that, and the same in words. */
  verdict: 'tooClose' | 'higher' | 'lower'
  words: string
}

export type OrganizationWords = {
  /** BCP 47, for numbers and what is between them. */
  languageTag: string
  title: string
  team: string
  organization: string
  margin: string
  /** In place of the sentence of each trait, if chance explains all of them. */
  allClose: string
  table: {
    summary: string
    scale: string
    difference: string
    low: string
    middle: string
    high: string
    verdict: string
  }
}

/**
 * A strip for each trait: a wide band as far around the organization as chance puts a group of this size, a thin stroke
 * for the organization and a tall one for the team. Each of the three shows its name when it is pointed at, focused or
 * pressed; the table has all figures. A sentence that would be the same on every strip is there once.
 */
export function teamOrganization(traits: readonly OrganizationTrait[], words: OrganizationWords): string {
  const { languageTag, table } = words
  const groups = [words.team, words.organization]
  const isAllClose = traits.every(({ verdict }) => verdict === 'tooClose')
  return figure({
    kind: 'team-organization',
    title: words.title,
    titlePlace: 'above',
    drawing:
      (isAllClose ? `<p class="organization-close">${escapeMarkup(words.allClose)}</p>` : '') +
      `<ul class="spread-rows">${traits.map((one) => row(one, words, isAllClose)).join('')}</ul>`,
    table: {
      summary: table.summary,
      columns: [
        table.scale,
        ...groups.flatMap((group) => [
          group,
          ...[table.low, table.middle, table.high].map((part) => pair(languageTag, group, part)),
        ]),
        table.difference,
        table.verdict,
      ],
      rows: traits.map(({ label, team, organization, margin, words: verdict }) => [
        label,
        ...[team, organization].flatMap(({ score, low, middle, high }) => [
          whole(score),
          ...[low, middle, high].map((part) => percentage(languageTag, part)),
        ]),
        `${signed(team.t - organization.t, languageTag)} ± ${oneDecimal(languageTag, margin)}`,
        verdict,
      ]),
    },
  })
}

function row(trait: OrganizationTrait, words: OrganizationWords, isAllClose: boolean): string {
  const { label, team, organization, words: verdict } = trait
  const sentence = isAllClose ? '' : `<span class="organization-words">${escapeMarkup(verdict)}</span>`
  return (
    `<li class="spread-row organization-row"><span class="spread-label">${escapeMarkup(label)}</span>` +
    `<span class="spread-strip">${strip(trait, words)}</span>` +
    `<span class="spread-numbers"><strong>${whole(team.score)}</strong> <span>${whole(organization.score)}</span></span>${sentence}</li>`
  )
}

function strip({ label, team, organization, margin }: OrganizationTrait, words: OrganizationWords): string {
  const [from, to] = [axisPosition(organization.t - margin), axisPosition(organization.t + margin)]
  const chance =
    `<rect class="organization-margin" x="${at(from)}%" y="50%" width="${at(to - from)}%" height="10" ` +
    'transform="translate(0 -5)"/>'
  const all = stroke('organization-all', axisPosition(organization.t), 9)
  const own = stroke('spread-median', axisPosition(team.t), 13)
  return (
    `<svg class="track" width="100%" height="44" role="group" aria-label="${escapeMarkup(label)}">` +
    '<rect class="well" x="40%" width="20%" height="100%"/>' +
    named(chance, words.margin, (from + to) / 2) +
    named(all, `${words.organization} ${whole(organization.score)}`, axisPosition(organization.t)) +
    `${named(own, `${words.team} ${whole(team.score)}`, axisPosition(team.t))}</svg>`
  )
}

/** A mark with its name above it, for the pointer, the keyboard and screen readers. */
function named(mark: string, name: string, x: number): string {
  const anchor = x < 25 ? 'start' : x > 75 ? 'end' : 'middle'
  const text = escapeMarkup(name)
  return (
    `<g class="spread-link" role="img" tabindex="0" aria-label="${text}">${mark}` +
    `<rect class="spread-reach" x="${at(x)}%" width="13" height="100%" transform="translate(-6.5 0)"/>` +
    `<text class="spread-name" x="${at(x)}%" y="9" text-anchor="${anchor}" aria-hidden="true">${text}</text></g>`
  )
}

function stroke(classes: string, x: number, half: number): string {
  return (
    `<rect class="${classes}" x="${at(x)}%" y="50%" width="3" height="${half * 2}" ` +
    `transform="translate(-1.5 ${-half})"/>`
  )
}

function whole(score: number): string {
  return String(Math.round(score))
}

function signed(points: number, languageTag: string): string {
  return `${points < 0 ? '−' : '+'}${oneDecimal(languageTag, Math.abs(points))}`
}
