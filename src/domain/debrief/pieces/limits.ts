import { fill } from '../../../content/fill.ts'
import { itemsIn } from '../../../content/texts.ts'
import { languageTags } from '../../../contract/locale.ts'
import type { Trait } from '../../../scoring/results.ts'
import { type Facts, traitId } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import type { Piece, Voice } from './piece.ts'

/** What a debrief cannot say, and the caution that stands before everything where answers are doubtful. */
export function limitPieces(facts: Facts, findings: readonly Finding[], voice: Voice): Piece[] {
  const { quality, limits } = voice.texts
  const found = (kind: string) => findings.find(({ subject }) => subject.kind === kind)
  const [flat, close, unsure] = [found('flat'), found('closeValues'), found('unsureStyle')]
  const basis = [
    ...(facts.disc ? ['disc.style'] : []),
    ...Object.keys(facts.focus ?? {}).map((trait) => traitId(trait as Trait)),
    ...(facts.core ? ['core.first'] : []),
  ]
  const always = () => true
  const said: (Omit<Piece, 'section' | 'group' | 'weight' | 'must' | 'rank'> | undefined)[] = [
    partial(facts, basis, voice),
    { text: limits.general, evidence: basis, holds: always },
    unsure
      ? { text: limits.unsureStyle, evidence: unsure.evidence, holds: unsure.holds }
      : facts.disc && { text: limits.style, evidence: ['disc.style'], holds: hasDisc },
    close
      ? { text: closeText(close, voice), evidence: close.evidence, holds: close.holds }
      : facts.core && { text: limits.values, evidence: ['core.first'], holds: hasCore },
    flat && { text: limits.middle, evidence: flat.evidence, holds: flat.holds },
    { text: limits.use, evidence: basis, holds: always },
  ]
  const outcome = facts.quality
  const opening: Piece[] =
    outcome === 'ok'
      ? []
      : [
          {
            section: 'overview',
            rank: 0,
            text: quality[outcome],
            evidence: ['quality.outcome'],
            holds: (other) => other.quality === outcome,
            ...frame,
          },
        ]
  const placed = said.flatMap((one, rank): Piece[] =>
    one ? [{ ...one, section: 'limits', rank, ...frame }] : [],
  )
  return [...opening, ...placed]
}

const frame = { group: 'frame', weight: 100, must: true } as const

const hasDisc = ({ disc }: Facts) => disc !== undefined
const hasCore = ({ core }: Facts) => core !== undefined

function closeText({ subject }: Finding, { texts, locale }: Voice): string {
  if (subject.kind !== 'closeValues') return ''
  const { values } = itemsIn(locale).core
  const label = (key: string) => values[key]?.label ?? key
  return fill(texts.limits.closeValues, { first: label(subject.higher), second: label(subject.lower) })
}

/** Which parts the text rests on, where the account asked for fewer than three. */
function partial({ disc, focus, core }: Facts, evidence: readonly string[], { texts, locale }: Voice) {
  const names = [disc && 'DISC', focus && 'Focus', core && 'Core'].filter((name) => name !== undefined)
  if (names.length === 3) return undefined
  const list = new Intl.ListFormat(languageTags[locale], { type: 'conjunction' }).format(names)
  const holds = (other: Facts) => !other.disc === !disc && !other.focus === !focus && !other.core === !core
  return { text: fill(texts.limits.partial, { names: list }), evidence, holds }
}
