/** `path` is a path of this service; width and height are those of the image, in pixels. */
export type AppearanceView = {
  readonly logo?: { readonly path: string; readonly width: number; readonly height: number }
  readonly brand?: { readonly light: InksView; readonly dark: InksView }
}

/** Replacement of the default ink: colors as `#rrggbb`. */
export type InksView = { readonly ink: string; readonly onInk: string; readonly wash: string }
