import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { markPageShown } from './client/access.ts'
import { hasConnection } from './client/call.ts'
import { queryClient } from './client/queries.ts'
import { onTokensChanged, readTokens } from './client/tokens.ts'
import { router } from './shell/router.tsx'
import { isPageLoading } from './ui/lazy-load.ts'
import { listenForKeys } from './ui/shortcuts.ts'

/**
 * A tab that was open over an update asks for files that are gone: it loads itself once, and keeps its address. Files
 * of pages are the router's, which waits until the page is shown: a pointer over a link must not take what was typed.
 * Where the service is not there at all, a reload would leave nothing.
 */
addEventListener('vite:preloadError', () => {
  const place = 'timbre.reloaded'
  if (isPageLoading()) return
  if (Date.now() - Number(sessionStorage.getItem(place) ?? 0) < 60_000) return
  void hasConnection().then((isThere) => {
    if (!isThere) return
    sessionStorage.setItem(place, String(Date.now()))
    location.reload()
  })
})

/** Another tab changed the account: nothing of the former one may stay on the page. */
let accountId = readTokens()?.accountId
onTokensChanged((tokens) => {
  if (accountId && tokens && tokens.accountId !== accountId) location.assign('/people')
  accountId = tokens?.accountId ?? accountId
})

listenForKeys()
router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
  if (toLocation.pathname === '/callback') return
  markPageShown()
  // A new page is told to screen readers by its heading; the first one is told by the browser.
  if (pathChanged) document.querySelector<HTMLElement>('main h1')?.focus()
})

const place = document.getElementById('dashboard')
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
