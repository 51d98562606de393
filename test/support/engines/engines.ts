import type { EngineName, EngineWindow } from './engine.ts'
import { firefoxPath, openFirefox } from './firefox.ts'
import { hasWebkit, openWebkit } from './webkit.ts'

type Engine = {
  name: EngineName
  isInstalled: boolean
  /** What to install on Debian where it is missing. */
  packages: string
  open: () => Promise<EngineWindow>
}

/** The engines that people use besides Chromium. */
export const engines: readonly Engine[] = [
  {
    name: 'firefox',
    isInstalled: firefoxPath !== undefined,
    packages: 'firefox-esr',
    open: openFirefox,
  },
  {
    name: 'webkit',
    isInstalled: hasWebkit,
    packages: 'webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb',
    open: openWebkit,
  },
]

/** The line for an engine that is missing. */
export function missingLine({ name, packages }: Engine): string {
  return `${name}: not installed, skipped (Debian: apt-get install --no-install-recommends ${packages})`
}
