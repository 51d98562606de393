import { unreachableError } from '../client/api-error.ts'
import { hasConnection } from '../client/call.ts'

/**
 * Loads a part of the dashboard on demand, with its styles. Offline it fails like an API request and can be retried.
 */
export async function lazyLoad<Part>(load: () => Promise<Part>): Promise<Part> {
  document.addEventListener('error', keepMissing, true)
  // Many browsers cache a failed import until the page is reloaded (Chromium until 155, Firefox, Safari), and a
  // reload loses selections and input. So nothing is imported while the service can't be reached. The first part of a
  // page skips this check, since there is nothing to lose yet.
  if (hasLoaded && !(await hasConnection())) throw unreachableError()
  try {
    await Promise.all([...missing].map(again))
    const part = await load()
    hasLoaded = true
    return part
  } catch (error) {
    throw (await hasConnection()) ? error : unreachableError()
  }
}

let hasLoaded = false

/**
 * The same for pages, which the router preloads on hover and shows later. If only the styles are missing after an
 * update, the error has the message by which the router detects a missing file and reloads.
 */
export async function lazyLoadPage<Part>(load: () => Promise<Part>): Promise<Part> {
  pagesLoading += 1
  try {
    return await lazyLoad(load)
  } catch (error) {
    const { message } = error as Error
    if (!/^(Unable to preload CSS|No styles came)/.test(message)) throw error
    throw new Error(`Failed to fetch dynamically imported module: ${message}`)
  } finally {
    pagesLoading -= 1
  }
}

/**
 * While this is set, a missing file belongs to a page. Not every browser names the file, and style sheets have other
 * names.
 */
export function isPageLoading(): boolean {
  return pagesLoading > 0
}

let pagesLoading = 0

/** The bundler requests a style sheet only once, even if it fails, so a retry would show the part without styles. */
const missing = new Set<HTMLLinkElement>()

function keepMissing({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
}

async function again(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  const next = link.cloneNode() as HTMLLinkElement
  const isThere = await new Promise<boolean>((resolve) => {
    next.onload = () => resolve(true)
    next.onerror = () => resolve(false)
    link.replaceWith(next)
  })
  if (!isThere) throw new Error(`No styles came from ${next.href}`)
}
