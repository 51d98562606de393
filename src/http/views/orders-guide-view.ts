/** `/docs/orders`. */
export type OrdersGuideView = {
  /** Root of this installation, which replaces the example address in the guide. */
  readonly publicUrl: string
}
