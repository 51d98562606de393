import type { Page } from 'playwright-core'

/**
 * Lists what does not fit on the page, one line each: text outside the viewport, its clipping box or its button; texts
 * that overlap; and controls that overlap.
 */
export function clippedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    const slack = 1.5
    const found: string[] = []
    const named = (one: Element) =>
      `${one.tagName.toLowerCase()}${[...one.classList].map((name) => `.${name}`).join('')} “${(one.textContent ?? '').trim().slice(0, 40)}”`
    const isSeen = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest('.out-of-sight, .unseen, option, dialog')
    const across = (a: Box, b: Box) => Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = (a: Box, b: Box) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

    // The strokes of a chart are radio buttons of one group; a finger picks the nearest.
    const isOneGroup = (one: Element, other: Element) =>
      one.matches('[type=radio]') && one.getAttribute('name') === other.getAttribute('name')

    if (document.documentElement.scrollWidth > innerWidth) found.push('the page can be moved sideways')

    const texts: { in: Element; box: Box }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || /SCRIPT|STYLE/.test(parent.tagName) || !isSeen(parent))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) if (box.width > 0.5) texts.push({ in: parent, box })
    }
    // Cached per element, because most texts share their ancestors.
    const cutting = new Map<Element, Element[]>()
    const cuttersOf = (one: Element): Element[] => {
      const known = cutting.get(one)
      if (known) return known
      const { parentElement } = one
      const isEnd = one === document.documentElement || one === document.body
      const { overflowX, overflowY } = getComputedStyle(one)
      const isOpen = isEnd || (overflowX === 'visible' && overflowY === 'visible')
      const above = isEnd || !parentElement ? [] : cuttersOf(parentElement)
      const made = isOpen ? above : [one, ...above]
      cutting.set(one, made)
      return made
    }
    // A bar that stays at the bottom of the window covers what can be scrolled from under it.
    const barOf = (one: Element) => one.closest('.invite-bar, .selection-bar, .save-bar')
    for (const { in: one, box } of texts) {
      // Content of a scrollable box is hidden but reachable.
      const scrolls = one.closest('.chart-table, pre, .scrolls, .person-tabs nav, [tabindex="0"]')
      if (scrolls && /auto|scroll/.test(getComputedStyle(scrolls).overflowX)) continue
      if (box.left < -slack || box.right > innerWidth + slack) found.push(`beyond the view: ${named(one)}`)
      const button = one.closest('button, .button')
      const border = button?.getBoundingClientRect()
      if (
        border &&
        (down(box, border) < (box.bottom - box.top) * 0.8 ||
          across(box, border) < box.right - box.left - slack)
      )
        found.push(`outside its button: ${named(one)}`)
      for (const above of cuttersOf(one)) {
        const cut = above.getBoundingClientRect()
        if (across(box, cut) < box.right - box.left - slack) found.push(`cut: ${named(above)}`)
      }
    }
    // Sorted by top edge, so that each box is compared only with boxes that begin above its bottom edge.
    texts.sort((a, b) => a.box.top - b.box.top)
    for (const [at, a] of texts.entries()) {
      for (let next = at + 1; next < texts.length; next += 1) {
        const b = texts[next] as (typeof texts)[number]
        if (b.box.top >= a.box.bottom) break
        const least = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)
        if (across(a.box, b.box) <= 3 || down(a.box, b.box) <= least * 0.45) continue
        if (a.in === b.in || a.in.contains(b.in) || b.in.contains(a.in)) continue
        if (barOf(a.in) !== barOf(b.in)) continue
        found.push(`texts cover each other: ${named(a.in)} and ${named(b.in)}`)
      }
    }
    // A link that wraps over two lines has two boxes; its bounding box would cover other text.
    const pressed = [...document.querySelectorAll('a, button, select, summary, input:not([type=hidden])')]
      .filter(isSeen)
      .flatMap((one) => [...one.getClientRects()].map((box) => ({ one, box })))
    for (const [at, a] of pressed.entries()) {
      for (const b of pressed.slice(at + 1)) {
        if (a.one.contains(b.one) || b.one.contains(a.one) || isOneGroup(a.one, b.one)) continue
        if (barOf(a.one) !== barOf(b.one)) continue
        if (across(a.box, b.box) > 2 && down(a.box, b.box) > 2)
          found.push(`to press, and over each other: ${named(a.one)} and ${named(b.one)}`)
      }
    }
    return [...new Set(found)]
  })
}
