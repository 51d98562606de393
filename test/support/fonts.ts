import type { Page } from 'playwright-core'

/**
 * The fonts in which the text of the first element is drawn, as the browser says; fonts of the machine are `system`.
 * Fonts are optional on first paint, so the page is loaded again until they come from the cache, at most ten times.
 */
export async function drawnFonts(page: Page, selector: string): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    await page.locator(selector).first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    await session.detach()
    const names = fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : 'system'))
    if (!names.includes('system') || tries === 9) return [...new Set(names)]
    await page.evaluate(() => document.fonts.ready)
    await page.reload()
  }
}

/**
 * Shows fonts that missed the first paint, as they do on a busy machine: with `font-display: optional` the page keeps
 * another one, but it takes the same face from a sheet that a script adds.
 */
export async function showLateFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const within = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) => ('cssRules' in rule ? within(rule.cssRules as CSSRuleList) : [rule]))
    const faces = [...document.styleSheets]
      .flatMap((sheet) => within(sheet.cssRules))
      .filter((rule) => rule instanceof CSSFontFaceRule && /font-display: optional/.test(rule.cssText))
    const sheet = new CSSStyleSheet()
    for (const { cssText } of faces) sheet.insertRule(cssText.replace('optional', 'block'))
    document.adoptedStyleSheets.push(sheet)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await document.fonts.ready
  })
}
