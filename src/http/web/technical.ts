import type { FastifyInstance, FastifyReply } from 'fastify'
import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { extendSocketTimeout } from '../socket-timeout.ts'
import type { TechnicalRow, TechnicalView } from '../views/technical-view.ts'
import type { TechnicalSource, WebSettings } from './settings.ts'

type Figures = Awaited<ReturnType<TechnicalSource>>

/**
 * `/technical` and `/technical.json`: how precisely the questionnaires measure, computed from this installation's data.
 * Requests get cached figures, which are recomputed at most once an hour.
 */
export function registerTechnical(web: FastifyInstance, settings: WebSettings): void {
  web.get('/technical', async (request, reply) => {
    const figures = await readFiguresSlowly(settings, reply)
    const basics = pageBasics(request)
    return sendPage(reply, settings.pages.renderTechnical({ ...basics, ...technicalView(figures, basics) }))
  })
  web.get('/technical/', async (_request, reply) => reply.redirect('/technical', 308))
  web.get('/technical.json', async (_request, reply) => {
    const figures = await readFiguresSlowly(settings, reply)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(figures, null, 2))
  })
}

/** The first request after a start waits until the figures are computed. */
function readFiguresSlowly({ technical }: WebSettings, reply: FastifyReply): Promise<Figures> {
  extendSocketTimeout(reply)
  return technical()
}

type PageLanguage = { locale: string; languageTag: string }

function technicalView(
  figures: Figures,
  { locale, languageTag }: PageLanguage,
): Omit<TechnicalView, keyof ReturnType<typeof pageBasics>> {
  const write = createNumberFormat(languageTag)
  const { focus, disc, core, people, localNorms } = figures
  const scales = scalesIn(locale as Locale)
  const items = itemsIn(locale as Locale)
  const nameOf = (scale: string) =>
    scales.facets[scale]?.name ?? scales.traits[scale as keyof typeof scales.traits]?.name ?? scale
  const letterName = (letter: keyof typeof scales.letters) => `${letter} ${scales.letters[letter].name}`
  const table = ({ basis, n }: Pick<typeof focus, 'basis' | 'n'>, rows: TechnicalRow[]) => ({
    basis,
    n: write.count(n),
    rows,
  })
  return {
    json: '/technical.json',
    computedAt: figures.computedAt,
    floor: figures.floor,
    people: (['disc', 'focus', 'core'] as const).map((id) => ({
      name: questionnaires[id],
      n: write.count(people[id].n) + (people[id].capped ? '+' : ''),
      basis: figures[id].basis,
      minutes: people[id].medianMinutes === null ? undefined : write.number(people[id].medianMinutes, 1),
      quality: people[id].quality
        ? {
            ok: write.share(people[id].quality.ok),
            caution: write.share(people[id].quality.caution),
            invalid: write.share(people[id].quality.invalid),
          }
        : undefined,
    })),
    scales: table(
      focus,
      focus.scales.map(({ scale, kind, alpha, omega, splitHalf, retest, semRaw, semT, mean, sd, norm }) => ({
        isTrait: kind === 'trait',
        cells: [
          nameOf(scale),
          ...[alpha, omega, splitHalf, retest].map((value) => write.number(value, 2)),
          ...[semRaw, semT].map((value) => write.number(value, 1)),
          ...[mean, sd].map((value) => write.number(value, 1)),
          write.number(norm.mean, 1) + (norm.provisional ? '*' : ''),
          write.number(norm.sd, 1),
        ],
      })),
    ),
    short: figures.shortFocus.scales.map(({ scale, kind, reliability, semT, norm }) => ({
      isTrait: kind === 'trait',
      cells: [
        nameOf(scale),
        write.number(reliability, 2),
        ...[semT, norm.mean, norm.sd].map((value) => write.number(value, 1)),
      ],
    })),
    items: table(
      focus,
      focus.items.map(({ item, facet, key, mean, sd, itemRest }) => ({
        cells: [
          String(item),
          nameOf(facet),
          key === 1 ? '+' : '−',
          ...[mean, sd, itemRest].map((value) => write.number(value, 2)),
        ],
      })),
    ),
    letters: table(
      disc,
      disc.letters.map(({ letter, mean, sd, splitHalf, retest }) => ({
        cells: [letterName(letter), ...[mean, sd, splitHalf, retest].map((value) => write.number(value, 2))],
      })),
    ),
    statements: table(
      disc,
      disc.statements.map(({ statement, block, letter, most, least }) => ({
        cells: [
          items.disc.statements[statement] ?? statement,
          String(block),
          letter,
          write.share(most),
          write.share(least),
        ],
      })),
    ),
    values: table(
      core,
      core.values.map(({ value, mean, sd, first, topFive }) => ({
        cells: [
          items.core.values[value]?.label ?? value,
          write.number(mean, 2),
          write.number(sd, 2),
          write.share(first),
          write.share(topFive),
        ],
      })),
    ),
    ...(core.retest === null ? {} : { coreRetest: write.number(core.retest, 2) }),
    localNorms: {
      floor: localNorms.floor,
      mean: localNorms.meanWeight,
      variance: localNorms.varianceWeight,
    },
  }
}

const questionnaires = { disc: 'DISC', focus: 'Focus', core: 'Core' } as const

/** Numbers in the format of the reader's language; a dash for null. */
function createNumberFormat(languageTag: string) {
  const fixed = new Map<number, Intl.NumberFormat>()
  const format = (decimals: number) => {
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const formatter = fixed.get(decimals) ?? new Intl.NumberFormat(languageTag, options)
    fixed.set(decimals, formatter)
    return formatter
  }
  const percent = new Intl.NumberFormat(languageTag, {
    style: 'percent',
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  })
  const whole = new Intl.NumberFormat(languageTag)
  return {
    number: (value: number | null, decimals: number) =>
      value === null ? '–' : format(decimals).format(value).replace(/^-/, '−'),
    share: (value: number) => percent.format(value),
    count: (value: number) => whole.format(value),
  }
}
