import { unreachableError } from '../client/api-error.ts'
import { hasConnection } from '../client/call.ts'

/**
 * A part of the dashboard that comes when it is needed, with its styles. Without a connection it fails as an answer of
 * the service does; it can then be asked for again.
 */
export async function lazyLoad<Part>(load: () => Promise<Part>): Promise<Part> {
  document.addEventListener('error', keepMissing, true)
  // Many browsers remember a failed import as long as the page lives (Chromium until 155, Firefox, Safari): the part
  // could only come with a reload, which loses what was selected or typed. So nothing is imported while the service
  // is out of reach. The first part of a page goes ahead: there is nothing to lose yet.
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
 * The same for a page, which the router fetches when a pointer is over its link, and shows later. Where only its styles
 * are gone after an update, that is said in the words by which the router knows to load the whole anew once it is shown.
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

/** What is missing belongs to a page then. Not every browser names the file, and styles have names of their own. */
export function isPageLoading(): boolean {
  return pagesLoading > 0
}

let pagesLoading = 0

/** The bundler asks for a sheet once, whether it comes or not: a second try would show the part without its look. */
const missing = new Set<HTMLLinkElement>()

function keepMissing({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
}

function again(link: HTMLLinkElement): Promise<unknown> {
  missing.delete(link)
  const next = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    next.onload = resolve
    next.onerror = () => reject(new Error(`No styles came from ${next.href}`))
    link.replaceWith(next)
  })
}
