/** The text of a document of the repository. */
declare module '*.md?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: Vite exports a file's text as the default export.
  export default text
}

/** The URL of a font file of this build. */
declare module '*.woff2?url' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: Vite exports a file's URL as the default export.
  export default address
}
