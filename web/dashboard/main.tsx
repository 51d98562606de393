import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { markPageShown } from './client/access.ts'
import { hasConnection } from './client/call.ts'
import { queryClient } from './client/queries.ts'
import { onTokensChanged, readTokens } from './client/tokens.ts'
import { router } from './shell/router.tsx'
import { colorBrowser, readTheme } from './shell/theme.ts'
import { isPageLoading } from './ui/lazy-load.ts'
import { listenForKeys } from './ui/shortcuts.ts'

/**
 * After an update, an open tab requests files that no longer exist. It then reloads once and keeps its address. For
 * page chunks the router handles that when the page is shown, because a preload on hover must not discard what was
 * typed. If the service can't be reached, there is no reload, since it would leave an empty page.
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

/** Another tab switched accounts: nothing of the former account may stay on the page. */
let accountId = readTokens()?.accountId
onTokensChanged((tokens) => {
  if (accountId && tokens && tokens.accountId !== accountId) location.assign('/people')
  accountId = tokens?.accountId ?? accountId
})

listenForKeys()
colorBrowser(readTheme())
router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
  if (toLocation.pathname === '/callback') return
  markPageShown()
  // Focus the heading of a new page, so that screen readers announce it. Browsers announce the first page themselves,
  // and there the first Tab reaches the skip link. A page with a section in its address focuses that one's heading.
  if (pathChanged && fromLocation && !toLocation.hash) document.querySelector<HTMLElement>('main h1')?.focus()
})

const place = document.getElementById('dashboard')
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
