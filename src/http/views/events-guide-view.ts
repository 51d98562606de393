/** `/docs/events`. */
export type EventsGuideView = {
  /** Root of this installation, which replaces the example address in the guide. */
  readonly publicUrl: string
  readonly types: readonly EventTypeView[]
}

export type EventTypeView = {
  readonly name: string
  /** When it is written, in one sentence. */
  readonly when: string
  /** Names of the fields of `data`. */
  readonly fields: readonly string[]
  /** Scope of the request that usually comes next; null if there is nothing to read. */
  readonly scope: string | null
}
