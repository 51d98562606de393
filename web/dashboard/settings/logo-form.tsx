import { useRef, useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type PictureType, pictureProblem, readPicture } from './picture.ts'
import { words } from './words.ts'

/** The logo on pages, emails and reports. Removing it can be undone. */
export function LogoForm({ logoUrl }: { logoUrl: string | null }) {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const { maySet } = useRights()
  const choose = async (file: File | undefined) => {
    if (!file) return
    const fault = pictureProblem(file)
    setProblem(fault)
    if (fault) return
    try {
      await put(file.type as PictureType, await readPicture(file))
      showToast(words.logo.saved)
    } catch (error) {
      setProblem(errorMessage(error, words.logo.unreadable))
    }
    if (field.current) field.current.value = ''
  }
  const removeShown = async (url: string) => {
    setProblem(undefined)
    try {
      await remove(url)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }
  return (
    <div className="setting-fields">
      {logoUrl ? (
        <img className="account-logo" src={logoUrl} height={28} alt={words.logo.alt} />
      ) : (
        <p className="muted">{words.logo.none}</p>
      )}
      {maySet && (
        <div className="logo-actions">
          <label className="button">
            {logoUrl ? words.logo.chooseAnother : words.logo.choose}
            <input
              ref={field}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              className="out-of-sight"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          </label>
          {logoUrl && (
            <button type="button" className="button" onClick={() => void removeShown(logoUrl)}>
              {words.logo.remove}
            </button>
          )}
          <span className="note">{words.logo.limits}</span>
        </div>
      )}
      {problem && (
        <p className="field-problem" role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
    </div>
  )
}

async function put(contentType: PictureType, data: string): Promise<void> {
  await call('PUT /account/logo', { body: { contentType, data } })
  await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
}

async function remove(logoUrl: string): Promise<void> {
  const former = await fetch(logoUrl).then((answer) => answer.blob())
  await call('DELETE /account/logo', {})
  await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  showToast(words.logo.removed, {
    undo: async () => put(former.type as PictureType, await readPicture(former)),
  })
}
