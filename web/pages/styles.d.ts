/** A style sheet as text, for the head of a page that is rendered on the server. */
declare module '*.css?inline' {
  const styles: string
  // biome-ignore lint/style/noDefaultExport: Vite gives the text of a file as its default export.
  export default styles
}
