/** The address of a font file of this build. */
declare module '*.woff2?url' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: Vite gives the address of a file as its default export.
  export default address
}
