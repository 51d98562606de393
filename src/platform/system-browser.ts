import { spawn } from 'node:child_process'

export type BrowserEnvironment = {
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
}

/**
 * Shows an address in the browser of whoever sits at this machine; where there is none, or it cannot be started, nothing
 * happens. Nobody waits for it, and it outlives this process.
 */
export function openSystemBrowser(address: string, { platform, environment }: BrowserEnvironment): void {
  const command = commandFor({ platform, environment })
  if (!command) return
  const child = spawn(command, [address], { detached: true, stdio: 'ignore', env: environment })
  child.on('error', () => {}) // The address is printed as well.
  child.unref()
}

/** `BROWSER=none` is how people tell such programs to leave theirs alone. A far machine has no screen to show it on. */
function commandFor({ platform, environment }: BrowserEnvironment): string | undefined {
  const { BROWSER, CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = environment
  if (BROWSER === 'none' || CI || SSH_CONNECTION) return undefined
  if (platform === 'darwin') return 'open'
  return platform === 'linux' && (DISPLAY || WAYLAND_DISPLAY) ? 'xdg-open' : undefined
}
