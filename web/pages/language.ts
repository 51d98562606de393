/** Script of pages with a list of languages: a choice is sent at once, by the button that pages without a script show. */
// The button is for where this script doesn't run.
const list = document.querySelector<HTMLSelectElement>('.language select')
list?.closest('.language')?.classList.add('language-at-once')
list?.addEventListener('change', () =>
  list.closest('.language')?.querySelector<HTMLButtonElement>('.button')?.click(),
)
