/** `path` is an address of this service; width and height are those of the picture, in pixels. */
export type AppearanceView = {
  readonly logo?: { readonly path: string; readonly width: number; readonly height: number }
  readonly brand?: { readonly light: InksView; readonly dark: InksView }
}

/** What stands in place of the look's ink: colors as `#rrggbb`. */
export type InksView = { readonly ink: string; readonly onInk: string; readonly wash: string }
