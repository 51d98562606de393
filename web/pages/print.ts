/** Script of reports: shows the print button, if the browser can print. */
const button = document.querySelector<HTMLButtonElement>('#print')
if (button && 'print' in window) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
  // The dashboard opens the page with this at the end of its address. Only once: not when it is loaded again.
  if (location.hash === '#print') {
    history.replaceState(history.state, '', location.pathname + location.search)
    addEventListener('load', () => void document.fonts.ready.then(() => window.print()))
  }
}
