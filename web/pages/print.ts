/** Script of reports: shows the print button, if the browser can print. */
const button = document.querySelector<HTMLButtonElement>('#print')
if (button && 'print' in window) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
