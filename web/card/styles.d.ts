/** A style sheet that the build puts into the document. */
declare module '*.css' {}
