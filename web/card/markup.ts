import { escapeMarkup } from '../../src/charts/markup.ts'
import { type MarkdownSection, sectionsOf } from './markdown.ts'
import { corePart, discPart, focusPart } from './parts.ts'
import type { CardState } from './state.ts'
import type { Summary } from './summary.ts'
import { type CardTexts, fillCardText } from './texts.ts'

/** The whole card as markup. All external text is escaped. */
export function cardMarkup(state: CardState, texts: CardTexts): string {
  const { summary } = state
  if (!summary) return noticeMarkup(state, texts)
  return (
    staleNotice(state, texts) +
    head(summary, texts) +
    (hasResults(summary)
      ? body(summary, texts)
      : `<p class="card-nothing finding">${escapeMarkup(texts.nothing)}</p>`)
  )
}

/** What screen readers announce when the card changes: one line, never the whole card. */
export function spokenLine(state: CardState, texts: CardTexts): string {
  if (state.summary && state.call !== 'shown') return staleLine(state, texts)
  return state.summary
    ? fillCardText(texts.shown, { name: nameOf(state.summary, texts) })
    : titleOf(state, texts)
}

/** A card without a summary: a title and a sentence. */
function noticeMarkup(state: CardState, texts: CardTexts): string {
  const { call, reason } = state
  const text = call === 'refused' ? (reason ?? '') : call === 'shown' ? '' : texts[call].text
  const quiet = call === 'waiting' ? skeleton : ''
  return `<div class="card-notice"><h1 class="section">${titleOf(state, texts)}</h1><p class="second muted">${escapeMarkup(text)}</p>${quiet}</div>`
}

function titleOf({ call }: CardState, texts: CardTexts): string {
  return escapeMarkup(call === 'shown' ? texts.title : texts[call].title)
}

/** Thirty idle strokes instead of a tone. */
const skeleton = `<div class="card-rest" aria-hidden="true">${'<i></i>'.repeat(30)}</div>`

function staleNotice(state: CardState, texts: CardTexts): string {
  const line = staleLine(state, texts)
  return line ? `<p class="card-stale second">${escapeMarkup(line)}</p>` : ''
}

function staleLine({ call, reason = '' }: CardState, texts: CardTexts): string {
  if (call === 'waiting') return texts.stale.asking
  if (call === 'stopped') return texts.stale.stopped
  return call === 'refused' ? fillCardText(texts.stale.refused, { reason }) : ''
}

function head(summary: Summary, texts: CardTexts): string {
  const address = summary.name === undefined ? undefined : summary.email
  const facts = [address, stateLine(summary, texts)].filter((fact) => fact !== undefined)
  return (
    `<header class="card-head"><h1 class="card-name"><bdi>${escapeMarkup(nameOf(summary, texts))}</bdi></h1>` +
    `<p class="card-facts">${facts.map((fact) => `<span><bdi>${escapeMarkup(fact)}</bdi></span>`).join('')}</p></header>`
  )
}

function nameOf({ name, email }: Summary, texts: CardTexts): string {
  return name ?? email ?? texts.nameless
}

function stateLine(summary: Summary, texts: CardTexts): string {
  if (summary.isCompleted) return texts.state.done
  const open = (['disc', 'focus', 'core'] as const).filter((part) => summary[part] === undefined)
  if (open.length === 3) return texts.state.none
  if (open.length === 0) return texts.state.underwayUnknown
  const parts = open.map((part) => texts.names[part]).join(` ${texts.and} `)
  return fillCardText(texts.state.underway, { parts })
}

function hasResults({ disc, focus, core, debrief }: Summary): boolean {
  return [disc, focus, core, debrief].some((one) => one !== undefined)
}

function body(summary: Summary, texts: CardTexts): string {
  const wheel = summary.disc ? part('disc', texts.names.disc, discPart(summary.disc, texts)) : ''
  const pair =
    (summary.focus ? part('focus', texts.names.focus, focusPart(summary.focus, texts)) : '') +
    (summary.core ? part('core', texts.names.core, corePart(summary.core, texts)) : '')
  return (
    `${wheel}${pair && `<div class="card-pair">${pair}</div>`}${debrief(summary, texts)}` +
    `<footer class="card-foot note">${escapeMarkup(texts.notice)}</footer>`
  )
}

function part(key: string, name: string, markup: string): string {
  return (
    `<section class="card-part card-${key}" aria-labelledby="part-${key}">` +
    `<h2 class="section" id="part-${key}">${escapeMarkup(name)}</h2>${markup}</section>`
  )
}

/** The first section is open, the others are collapsed: a card is part of a conversation, not a page. */
function debrief(summary: Summary, texts: CardTexts): string {
  const [first, ...rest] = sectionsOf(summary.debrief?.content ?? '')
  const words = texts.debrief
  if (!first) {
    const line = summary.isCompleted ? words.missing : words.later
    return part('debrief', texts.names.debrief, `<p class="second muted">${escapeMarkup(line)}</p>`)
  }
  const more =
    rest.length === 0
      ? ''
      : `<details class="more"><summary class="button button-small"><span class="when-closed">${escapeMarkup(words.more)}</span><span class="when-open">${escapeMarkup(words.less)}</span></summary>` +
        `${rest.map(sectionMarkup).join('')}</details>`
  const note =
    `<p class="note">${escapeMarkup(words.note)}</p>` +
    (summary.debrief?.stale ? `<p class="card-stale second">${escapeMarkup(words.stale)}</p>` : '')
  return part('debrief', texts.names.debrief, note + sectionMarkup(first) + more)
}

function sectionMarkup({ heading, markup }: MarkdownSection): string {
  const name = heading ? `<h3 class="text-name">${heading}</h3>` : ''
  return `<div class="text-part">${name}<div class="text-body">${markup}</div></div>`
}
