/** An item of a menu. */
export type MenuItem = { readonly label: string; readonly run: () => void }
