import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More than any page has between two places of one journey. */
const maxSteps = 80

/**
 * Moves on with Tab until this element has the focus, as people without a mouse do. Fails if Tab never gets there, or if
 * the element with the focus can't be seen: outside of the window, below something else (WCAG 2.2, 2.4.11) or without an
 * outline (2.4.7).
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < maxSteps; step += 1) {
    await page.keyboard.press('Tab')
    if (!(await target.evaluate((element) => element === document.activeElement))) continue
    expect(await target.evaluate(seenFocus), String(target)).toEqual({
      isInView: true,
      isOnTop: true,
      isMarked: true,
    })
    return
  }
  throw new Error(`Tab does not reach ${target}`)
}

function seenFocus(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const isInView = x >= 0 && y >= 0 && x <= window.innerWidth && y <= window.innerHeight
  const found = document.elementFromPoint(x, y)
  // A label stands for its field, which may be drawn by it.
  const label = element.closest('label')
  const isOnTop =
    found !== null && (element.contains(found) || found.contains(element) || label?.contains(found) === true)
  const marks = [element, label].filter((one) => one !== null).map((one) => getComputedStyle(one))
  const isMarked = marks.some(
    ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
  )
  return { isInView, isOnTop, isMarked }
}
