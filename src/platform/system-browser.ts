import { spawn } from 'node:child_process'

export type BrowserEnvironment = {
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
}

/**
 * Opens a URL in the browser of the person at this machine. Does nothing if there is no browser or it can't be started.
 * Doesn't wait for it; the browser outlives this process.
 */
export function openSystemBrowser(address: string, { platform, environment }: BrowserEnvironment): void {
  const command = commandFor({ platform, environment })
  if (!command) return
  const child = spawn(command, [address], { detached: true, stdio: 'ignore', env: environment })
  child.on('error', () => {}) // The address is printed as well.
  child.unref()
}

/** `BROWSER=none` is the convention to opt out. A remote machine has no screen. */
function commandFor({ platform, environment }: BrowserEnvironment): string | undefined {
  const { BROWSER, CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = environment
  if (BROWSER === 'none' || CI || SSH_CONNECTION) return undefined
  if (platform === 'darwin') return 'open'
  return platform === 'linux' && (DISPLAY || WAYLAND_DISPLAY) ? 'xdg-open' : undefined
}
