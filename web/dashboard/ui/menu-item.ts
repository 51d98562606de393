/** Something that a menu offers. */
export type MenuItem = { readonly label: string; readonly run: () => void }
