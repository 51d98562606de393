// Each script of the pages is one file, so these two lines stand in several of them.
const languages = document.querySelector<HTMLSelectElement>('form.language select')
languages?.addEventListener('change', () => languages.form?.requestSubmit())

/** The script of reports: it shows the button that prints. */
const button = document.querySelector<HTMLButtonElement>('#print')
if (button) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
