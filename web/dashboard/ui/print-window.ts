/**
 * Opens a tab for a printable page that is still being made: browsers open one only while a press is handled. The page
 * prints itself. Without a tab, because the browser refused one, `show` returns false.
 */
export function openPrintWindow(): { show: (url: string) => boolean; close: () => void } {
  const opened = window.open('', '_blank')
  // The page is for everyone who has its link, so it gets no hold of this one.
  if (opened) opened.opener = null
  return {
    show(url) {
      opened?.location.replace(`${url}#print`)
      return opened !== null
    },
    close: () => opened?.close(),
  }
}
