import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type GroupImpact, impactOf, inputLimits } from '../../impact/impact.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { statusOf } from '../status.ts'
import type { ImpactLine, ImpactResult } from '../views/impact-view.ts'
import { emptyImpactForm, maxCharacters, type ParsedImpactForm, parseImpactForm } from './impact-form.ts'
import type { WebSettings } from './settings.ts'

const path = '/technical/adverse-impact'

/**
 * `/technical/adverse-impact`: computes adverse impact from counts of groups. The counts are sent in the body, so that
 * they don't appear in URLs or logs. They go into a pure function and aren't stored.
 */
export function registerImpact(web: FastifyInstance, settings: WebSettings): void {
  web.get(path, async (request, reply) => sendImpactPage(settings, request, reply, emptyImpactForm()))
  web.get(`${path}/`, async (_request, reply) => reply.redirect(path, 308))
  web.post(path, { bodyLimit: 64 * 1024 }, async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const { messages } = pageBasics(request)
    const form = parseImpactForm(readForm(request), (place) =>
      (messages['impact.group'] ?? '{n}').replace('{n}', String(place)),
    )
    return sendImpactPage(settings, request, reply, form)
  })
}

function sendImpactPage(
  { pages }: WebSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, share, problem, input }: ParsedImpactForm,
): FastifyReply {
  const basics = pageBasics(request)
  const page = pages.renderImpact({
    ...basics,
    path,
    rows,
    share,
    maxGroups: inputLimits.groups,
    maxPeople: inputLimits.people,
    maxCharacters,
    canGrow: rows.length < inputLimits.groups,
    ...(problem && { problem }),
    ...(input && { result: resultOf(impactOf(input.groups, input.smallestShare), basics.languageTag) }),
  })
  const isWrong = problem ?? share.problem ?? rows.some((row) => Object.keys(row.problems).length > 0)
  return sendPage(reply, page, isWrong ? statusOf('invalid') : 200)
}

function resultOf({ groups, reference }: ReturnType<typeof impactOf>, languageTag: string): ImpactResult {
  const write = createNumberFormat(languageTag)
  const highest = reference === null ? undefined : groups[reference]
  return {
    ...(highest && { reference: { name: highest.name, rate: write.share(highest.rate) ?? '' } }),
    groups: groups.map((group) => lineOf(group, write)),
  }
}

function lineOf(group: GroupImpact, write: ReturnType<typeof createNumberFormat>): ImpactLine {
  const { name, selected, total, rate, ratio, finding, difference, exchange } = group
  return {
    name,
    selected: write.count(selected),
    total: write.count(total),
    rate: write.share(rate),
    ratio: write.number(ratio, 3),
    finding: finding ?? undefined,
    ...(difference && {
      difference: {
        z: write.number(difference.z, 2),
        zChance: write.chance(difference.zChance),
        exactChance: write.chance(difference.exactChance) ?? '',
        deviations: write.number(difference.deviations, 2),
        isSmall: difference.isSmall,
      },
    }),
    ...(exchange && { exchange: { ratio: write.number(exchange.ratio, 3), turned: exchange.turned } }),
  }
}

/** Numbers in the format of the reader's language; undefined for null. */
function createNumberFormat(languageTag: string) {
  const whole = new Intl.NumberFormat(languageTag)
  const percent = new Intl.NumberFormat(languageTag, { style: 'percent', minimumFractionDigits: 1 })
  const number = (value: number | null, decimals: number) => {
    if (value === null) return undefined
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return new Intl.NumberFormat(languageTag, { ...options, signDisplay: 'negative' })
      .format(value)
      .replace('-', '−')
  }
  return {
    number,
    count: (value: number) => whole.format(value),
    share: (value: number | null) => (value === null ? undefined : percent.format(value)),
    chance: (value: number | null) =>
      value !== null && value < 0.0001 ? `< ${number(0.0001, 4)}` : number(value, 4),
  }
}
