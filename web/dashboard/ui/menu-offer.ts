/** Something that a menu offers. */
export type Offer = { readonly label: string; readonly run: () => void }
