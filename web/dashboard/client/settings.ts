/** Installation settings that the server writes into the page. */
export type Settings = {
  readonly authUrl: string
  /** The resource that tokens are requested for (the root URL of the service). */
  readonly resource: string
  readonly region: string
  readonly version: string
  /** The email or web address of the people who run the installation. */
  readonly operatorContact?: string
  /** The invitation to the installation's app in Zapier. */
  readonly zapierAppUrl?: string
  /** The languages that the dashboard is offered in, as the API spells them. */
  readonly languages?: readonly string[]
  /** Root URLs of the other regions, by region. */
  readonly otherRoots: Readonly<Record<string, string>>
  /** The mailbox page of the demo, which sends no emails. */
  readonly mailbox?: string
  /** The receiver of webhooks of the demo: its page, and the address that accepts requests. */
  readonly hooks?: { readonly page: string; readonly url: string }
}

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent || '{}')
