// Each page script is one file, so these two lines are in several of them.
const languages = document.querySelector<HTMLSelectElement>('form.language select')
languages?.addEventListener('change', () => languages.form?.submit())

/** Script of reports: shows the print button, if the browser can print. */
const button = document.querySelector<HTMLButtonElement>('#print')
if (button && 'print' in window) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
