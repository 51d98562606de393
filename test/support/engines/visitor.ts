import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import type { EngineWindow } from './engine.ts'

/** A person in front of one window, who knows what is on the screen and nothing of what the page is made of. */
export type Visitor = ReturnType<typeof openVisitor>

/** A folder for screenshots, if set. */
const pictures = process.env.PICTURES

/** Software drawing on a busy machine is slow. */
const patienceMs = 30_000

export function openVisitor(window: EngineWindow, label: string) {
  const until = async <Value>(
    what: string,
    look: () => Promise<Value | undefined | false>,
  ): Promise<Value> => {
    const end = performance.now() + patienceMs
    let last: unknown
    while (performance.now() < end) {
      try {
        const value = await look()
        if (value !== undefined && value !== false) return value
        last = undefined
      } catch (error) {
        // The document that was asked is just being replaced.
        last = error
      }
      await setTimeout(40)
    }
    const shown = await window.run(readScreen).catch(String)
    throw new Error(`${label}: ${what} did not come. ${last ?? ''}\n${shown.slice(0, 1_500)}`)
  }

  const visitor = {
    window,
    label,
    until,
    open: (address: string) => window.open(address),
    keys: (...pressed: string[]) => window.keys(pressed),
    /** Waits for a text on the screen, whatever its case and spaces. */
    sees: (text: string) => until(`“${text}”`, () => window.run(isOnScreen, text)),
    seesNoMore: (text: string) =>
      until(`the end of “${text}”`, async () => !(await window.run(isOnScreen, text))),
    at: (part: string) => until(part, async () => (await window.address()).includes(part)),
    /** Presses what a person would call by this text, if nothing covers it. */
    async press(selector: string, text = '') {
      const [x, y] = await until(`${selector} “${text}”, to be pressed`, () =>
        window.run(findPoint, selector, text),
      )
      await window.press(x, y)
    },
    async fill(selector: string, text: string) {
      await visitor.press(selector)
      await until(`the focus in ${selector}`, () =>
        window.run((wanted) => document.activeElement?.matches(wanted) ?? false, selector),
      )
      await window.keys(['a'], 'Control')
      await window.keys(text === '' ? ['Backspace'] : lettersOf(text))
    },
    /** Pastes from the clipboard: the text is typed, cut and put back, since nothing else may write to it. */
    async paste(selector: string, text: string) {
      await visitor.fill(selector, text)
      await window.keys(['a'], 'Control')
      await window.keys(['x'], 'Control')
      await until(`${selector} to be empty`, () => window.run(isEmpty, selector))
      await window.keys(['v'], 'Control')
    },
    /** What must hold on each page: something is drawn, nothing is beside the screen, and Tab shows where it leads. */
    async looks(name: string) {
      const [shot, layout] = [await window.picture(), await window.run(measurePage)]
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        writeFileSync(join(pictures, `${label}-${name}.png`.replaceAll(' ', '-')), shot)
      }
      const found: string[] = []
      const { channels } = await sharp(shot).stats()
      if (Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev)) < 4) found.push('the screen is blank')
      if (layout.beyond > 0) found.push(`${layout.beyond} px are beside the screen`)
      if (layout.missing.length > 0) found.push(`pictures not loaded: ${layout.missing.join(', ')}`)
      if (found.length > 0) throw new Error(`${label}, ${name}: ${found.join('; ')}`)
    },
    /** Goes through `count` stops of Tab: each is on the screen, not covered, and has a ring. */
    async tabs(name: string, count: number) {
      for (let stop = 1; stop <= count; stop += 1) {
        await window.keys(['Tab'])
        const fault = await window.run(faultOfFocus)
        if (fault) throw new Error(`${label}, ${name}, stop ${stop} of Tab: ${fault}`)
      }
    },
    /** Fails with what the console has shown, but for what is expected. */
    isQuiet(expected = /^$/) {
      const said = window.faults().filter((line) => !expected.test(line))
      if (said.length > 0) throw new Error(`${label}: ${said.join('\n')}`)
    },
  }
  return visitor
}

/** Runs in the page, like those that follow. */
function isOnScreen(text: string): boolean {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count.
  return document.body.innerText.replace(/\s+/g, ' ').includes(text)
}

function readScreen(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count.
  return `${location.href}\n${document.body.innerText}`
}

/** A line break is the Enter key. */
function lettersOf(text: string): string[] {
  return [...text].map((letter) => (letter === '\n' ? 'Enter' : letter))
}

function isEmpty(selector: string): boolean {
  return document.querySelector<HTMLTextAreaElement>(selector)?.value === ''
}

/** The middle of the first visible match, scrolled into view, or undefined while it is covered. */
function findPoint(selector: string, text: string): [number, number] | undefined {
  const named = (one: Element) =>
    [one.getAttribute('aria-label'), one.textContent].some(
      (words) => words?.replace(/\s+/g, ' ').trim().includes(text) ?? false,
    )
  for (const one of document.querySelectorAll(selector)) {
    if (!named(one)) continue
    one.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = one.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    if (hit && (one.contains(hit) || hit.contains(one))) return [x, y]
  }
  return undefined
}

function measurePage(): { beyond: number; missing: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement
  const missing = [...document.images].filter((one) => one.complete && one.naturalWidth === 0)
  return { beyond: scrollWidth - clientWidth, missing: missing.map(({ src }) => src.slice(0, 80)) }
}

/** What is wrong with the element that has the focus, if anything. */
function faultOfFocus(): string | undefined {
  const one = document.activeElement
  // After the last stop the browser's own buttons have the focus, and synthetic keys don't bring it back.
  if (!one || !document.hasFocus()) return 'the focus has left the page'
  const name = `${one.tagName} ${one.className} “${one.textContent?.trim().slice(0, 40)}”`
  const { left, top, width, height } = one.getBoundingClientRect()
  const hasRing = (element: Element | null) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
  }
  if (!hasRing(one) && !hasRing(one.nextElementSibling) && !hasRing(one.parentElement))
    return `${name} has no ring`
  const [x, y] = [left + width / 2, top + Math.min(height / 2, 20)]
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${name} is beside the screen`
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(one.contains(hit) || hit.contains(one) || hit.closest('label')?.contains(one)))
    return `${name} is covered by ${hit?.tagName} ${hit?.className}`
  return undefined
}
