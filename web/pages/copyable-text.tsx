import type { Speaker } from './messages.ts'

/** The address of the script that copies; the build puts it in. */
declare const __COPY_SCRIPT__: string | undefined

/** The script that shows the buttons that copy; the page works without it. */
export function copyScript() {
  return { address: typeof __COPY_SCRIPT__ === 'string' ? __COPY_SCRIPT__ : '/assets/copy.js', state: {} }
}

/** Copies the `code` it stands beside. The script shows it; without one the text can be marked and copied as ever. */
export function CopyButton({ speak: { say }, label }: { speak: Speaker; label: string }) {
  return (
    <button
      class="button button-small copy"
      type="button"
      hidden
      aria-label={say('connect.copyOf', { name: label })}
      data-copied={say('connect.copied')}
    >
      {say('connect.copy')}
    </button>
  )
}

/** Text to take along, in a box. */
export function CopyableText({
  text,
  file,
  speak,
  label,
}: {
  text: string
  file?: string | undefined
  speak: Speaker
  label: string
}) {
  return (
    <figure class="copied">
      {file !== undefined && <figcaption class="copied-file">{file}</figcaption>}
      <pre class="copied-text">
        <code>{text}</code>
      </pre>
      <CopyButton speak={speak} label={file ?? label} />
    </figure>
  )
}
