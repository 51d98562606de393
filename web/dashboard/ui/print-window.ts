export type PrintWindow = { isOpen: boolean; show: (url: string) => void; close: () => void }

/**
 * Opens a tab for a printable page that is still being made: browsers open one only while a press is handled. The page
 * prints itself. The browser may have refused the tab, which then isn't open.
 */
export function openPrintWindow(): PrintWindow {
  const opened = window.open('', '_blank')
  // The page is for everyone who has its link, so it gets no hold of this one.
  if (opened) opened.opener = null
  return {
    isOpen: opened !== null,
    show: (url) => opened?.location.replace(`${url}#print`),
    close: () => opened?.close(),
  }
}
