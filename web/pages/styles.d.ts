/** A style sheet as text, for the head of a server-rendered page. */
declare module '*.css?inline' {
  const styles: string
  // biome-ignore lint/style/noDefaultExport: Vite exports a file's text as the default export.
  export default styles
}
