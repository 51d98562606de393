import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, languageTags, locales } from '../src/contract/locale.ts'

/** The dashboard's document in each language that it is offered in, and the files that the others load. */
export type DashboardLanguages = {
  readonly documents: Readonly<Partial<Record<Locale, string>>>
  /** Scripts of the assets, by name. */
  readonly scripts: Readonly<Record<string, string>>
}

/**
 * Makes the dashboard's documents. English is part of the dashboard's scripts. Another language has one script with all
 * its words, named by its content. A language is offered once it has a file for each area that English has, so that no
 * page is half in English.
 * @param html the document that Vite has built
 * @param folder a folder like `content/locales`
 */
export function buildDashboardLanguages(html: string, folder: string): DashboardLanguages {
  const areas = areasOf(folder, 'en')
  const documents: Partial<Record<Locale, string>> = {}
  const scripts: Record<string, string> = {}
  for (const locale of locales) {
    const own = areasOf(folder, locale)
    if (!areas.every((area) => own.includes(area))) continue
    const words = Object.fromEntries(areas.map((area) => [area, readArea(folder, locale, area)]))
    const document = documentIn(locale, html, words.document ?? {})
    if (locale === 'en') {
      documents.en = document
      continue
    }
    const { apiErrors } = words
    if (apiErrors) words.apiErrors = byEnglish(readArea(folder, 'en', 'apiErrors'), apiErrors)
    const script = `globalThis.timbreWords=${JSON.stringify(words)}\n`
    const name = `dashboard-${locale}-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
    scripts[name] = script
    documents[locale] = withScript(document, name)
  }
  return { documents, scripts }
}

type Words = Readonly<Record<string, unknown>>

function areasOf(folder: string, locale: Locale): string[] {
  const own = join(folder, locale, 'dashboard')
  if (!existsSync(own)) return []
  return readdirSync(own).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
}

function readArea(folder: string, locale: Locale, area: string): Words {
  return JSON.parse(readFileSync(join(folder, locale, 'dashboard', `${area}.json`), 'utf8'))
}

/** The API's messages are looked up by themselves: only they tell whether it is the usual one of its code. */
function byEnglish(english: Words, own: Words): Words {
  return Object.fromEntries(Object.entries(english).map(([code, message]) => [String(message), own[code]]))
}

/** The document in a language: what says so, and what people read without JavaScript. */
function documentIn(locale: Locale, html: string, { needsScript, needsScriptText }: Words): string {
  const heading = `<h1 class="page-title">${escapeHtml(needsScript)}</h1>`
  const text = escapeHtml(needsScriptText)
    .replace(/&lt;(reference|apps)&gt;/g, (_, name: keyof typeof places) => `<a href="${places[name]}">`)
    .replace(/&lt;\/(reference|apps)&gt;/g, '</a>')
  const instead = `<noscript><main class="failure">${heading}<p>${text}</p></main></noscript>`
  return replaceOnce(
    replaceOnce(html, '<html lang="en">', `<html lang="${languageTags[locale]}">`),
    '<noscript></noscript>',
    instead,
  )
}

const places = { reference: '/docs/reference', apps: '/apps' }

/**
 * Puts the words before the dashboard's own script. Deferred scripts and modules run in the order of the document
 * (HTML, "list of scripts that will execute when the document has finished parsing"), so words are there before any
 * module runs, and neither blocks the page.
 */
function withScript(document: string, name: string): string {
  const first = '<script type="module"'
  return replaceOnce(document, first, `<script defer src="/assets/${name}"></script>\n    ${first}`)
}

function replaceOnce(text: string, part: string, by: string): string {
  if (text.split(part).length !== 2) throw new Error(`The dashboard's document doesn't have one "${part}".`)
  return text.replace(part, () => by)
}

function escapeHtml(text: unknown): string {
  if (typeof text !== 'string') throw new Error("A language's document.json lacks a text.")
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
