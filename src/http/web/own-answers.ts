import type { FastifyInstance } from 'fastify'
import { pickDefined } from '../../contract/pick-defined.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { ChosenView, OwnAnswersView } from '../views/own-answers-view.ts'
import type { TakingView } from '../views/taking-view.ts'
import type { WebSettings } from './settings.ts'
import { readState, takerOf } from './taking.ts'
import { takingView } from './taking-view.ts'

/** `/take/results/answers`: statements and choices of the person's present attempt, which they have seen while taking it. */
export function registerOwnAnswers(web: FastifyInstance, settings: WebSettings): void {
  web.get(ownAnswersUrl, async (request, reply) => {
    const taker = await takerOf(settings, request)
    const state = await readState(settings, taker, request.id)
    if (!state.profile.isCompleted) return reply.redirect('/take', 303)
    const taking = takingView(state, pageBasics(request, state.profile.locale), undefined)
    return sendPage(reply, settings.pages.renderOwnAnswers(ownAnswersView(taking)))
  })
}

export const ownAnswersUrl = '/take/results/answers'

function ownAnswersView(taking: TakingView): OwnAnswersView {
  const { locale, languageTag, locales, messages, accountName, appearance, personName } = taking
  return {
    ...{ locale, languageTag, locales, messages, accountName, backUrl: '/take/results' },
    ...pickDefined({
      appearance,
      personName,
      focus: focusAnswers(taking),
      disc: discAnswers(taking),
      core: coreAnswers(taking),
    }),
  }
}

function focusAnswers({ focus, answers }: TakingView): OwnAnswersView['focus'] {
  if (!focus) return undefined
  const rated = focus.statements.flatMap((statement, index) => {
    const answer = focus.labels[(answers.focus[index + 1] ?? 0) - 1]
    return answer === undefined ? [] : [{ statement, answer }]
  })
  return rated.length > 0 ? { prompt: focus.prompt, answers: rated } : undefined
}

function discAnswers({ disc, answers }: TakingView): readonly ChosenView[] | undefined {
  const chosen = disc?.blocks.flatMap(({ n, statements }) => {
    const answer = answers.disc[n]
    const textOf = (wanted: string) => statements.find(({ letter }) => letter === wanted)?.text ?? ''
    if (!answer) return []
    const options = statements.map(({ text }) => text)
    return [{ options, most: textOf(answer.most), least: textOf(answer.least) }]
  })
  return chosen && chosen.length > 0 ? chosen : undefined
}

function coreAnswers({ core, answers }: TakingView): readonly ChosenView[] | undefined {
  const textOf = (key: string) => core?.cards[key]?.label ?? ''
  const screens = Object.entries(answers.core).sort(([one], [other]) => Number(one) - Number(other))
  const chosen = screens.map(([, { block, best, worst }]) => ({
    options: block.map(textOf),
    most: textOf(best),
    least: textOf(worst),
  }))
  return core && chosen.length > 0 ? chosen : undefined
}
