import '../pages/tokens.css'
import '../../src/charts/charts.css'
import './card.css'
import { converse } from './host.ts'
import { cardMarkup, spokenLine } from './markup.ts'
import { after, type CardState, waiting } from './state.ts'
import { applySurroundings, type Surroundings } from './surroundings.ts'
import { type CardTexts, textsFor } from './texts.ts'

/** The words in every language that has them; the build puts them in. */
declare const __CARD_TEXTS__: readonly CardTexts[]

let state: CardState = waiting
let surroundings: Surroundings = {}

const main = document.querySelector('main') as HTMLElement
const voice = document.querySelector('[role="status"]') as HTMLElement

function show(): void {
  const texts = textsFor(surroundings.locale, __CARD_TEXTS__)
  document.documentElement.lang = texts.languageTag
  document.title = texts.title
  main.setAttribute('aria-busy', String(state.call === 'waiting'))
  main.innerHTML = cardMarkup(state, texts)
  voice.textContent = spokenLine(state, texts)
}

/** Paper shows everything: what was closed before is closed again afterwards. */
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
  converse({
    surroundingsChanged(change) {
      const { locale } = surroundings
      surroundings = { ...surroundings, ...change }
      applySurroundings(surroundings)
      if (surroundings.locale !== locale) show()
    },
    told(news) {
      state = after(state, news)
      show()
    },
  })
}
