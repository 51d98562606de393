/** A style sheet that the build inlines. */
declare module '*.css' {}
