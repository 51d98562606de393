import '../pages/tokens.css'
import '../../src/charts/charts.css'
import './card.css'
import { connectToHost } from './host.ts'
import { applyHostContext, type CardHostContext } from './host-context.ts'
import { cardMarkup, spokenLine } from './markup.ts'
import { applyHostEvent, type CardState, waitingState } from './state.ts'
import { type CardTexts, textsFor } from './texts.ts'

/** The texts in every language; the build inserts them. */
declare const __CARD_TEXTS__: readonly CardTexts[]

let state: CardState = waitingState
let hostContext: CardHostContext = {}

const main = document.querySelector('main') as HTMLElement
const liveRegion = document.querySelector('[role="status"]') as HTMLElement

function show(): void {
  const texts = textsFor(hostContext.locale, __CARD_TEXTS__)
  document.documentElement.lang = texts.languageTag
  document.title = texts.title
  main.setAttribute('aria-busy', String(state.call === 'waiting'))
  main.innerHTML = cardMarkup(state, texts)
  liveRegion.textContent = spokenLine(state, texts)
}

/** Print shows everything; what was closed is closed again afterwards. */
let opened: HTMLDetailsElement[] = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll<HTMLDetailsElement>('details.more:not([open])')]
  for (const one of opened) one.open = true
})
addEventListener('afterprint', () => {
  for (const one of opened) one.open = false
})

if (parent === window) state = { call: 'alone' }
show()
if (parent !== window) {
  connectToHost({
    onHostContextChange(change) {
      const { locale } = hostContext
      hostContext = { ...hostContext, ...change }
      applyHostContext(hostContext)
      if (hostContext.locale !== locale) show()
    },
    onEvent(news) {
      state = applyHostEvent(state, news)
      show()
    },
  })
}
