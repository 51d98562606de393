/**
 * Mends what the program of the API reference leaves out: a name for buttons that only show a picture, and focus for
 * areas that scroll, so that they can be read with the keyboard. Runs again after each change, at most once a frame.
 */
export function keepAccessible(root: HTMLElement): void {
  let isDue = false
  const mend = () => {
    isDue = false
    for (const button of root.querySelectorAll('button:not([aria-label], [aria-labelledby], [title])')) {
      const isCopy = button.className.includes('copy-button')
      // The words of a copy button are hidden until it is pointed at.
      if (isCopy) button.setAttribute('aria-label', 'Copy')
      else if (!button.textContent?.trim()) button.setAttribute('aria-label', 'More')
    }
    for (const area of root.querySelectorAll<HTMLElement>('pre code, .custom-scroll, .endpoints')) {
      if (!area.hasAttribute('tabindex') && isScrollable(area)) area.tabIndex = 0
    }
  }
  const mendSoon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(mend)
  }
  new MutationObserver(mendSoon).observe(root, { childList: true, subtree: true })
  addEventListener('resize', mendSoon)
}

function isScrollable({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight
}
