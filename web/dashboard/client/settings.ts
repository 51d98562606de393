/** What the server knows of the installation and writes into the page. */
export type Settings = {
  readonly authUrl: string
  /** The service root that tokens are asked for. */
  readonly resource: string
  readonly region: string
  readonly version: string
  /** Service roots of the other regions by zone. */
  readonly otherRoots: Readonly<Record<string, string>>
  /** Where letters land in the demo, which sends none. */
  readonly mailbox?: string
}

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent || '{}')
