/**
 * The engines of spring 2022, which the pages must still work in: phones that get no newer ones keep them. The builds
 * write scripts and style sheets for them, and `test/support/younger-features.ts` finds what no build can replace.
 */
export const oldestBrowsers = ['chrome100', 'firefox100', 'safari15.4']
