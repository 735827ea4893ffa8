import { Button } from '@mui/joy'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { requestHeaders } from '#client/api/client.ts'
import { trpc } from '#client/api/trpc.ts'
import { Avatar } from '#client/components/avatar.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FullProfile } from '#shared/profile.ts'
import { sendPicture } from './send-picture.ts'

export function AvatarPicker({ profile }: { profile: FullProfile }) {
  const { avatar: texts } = useTexts().account
  const { common } = useTexts()
  const { username, role, avatarUrl } = profile
  const input = useRef<HTMLInputElement>(null)
  const { chosen, choose, drop } = useChosen()
  const { send, failure, setFailure } = useSend(drop)

  async function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    setFailure(undefined)
    if (file) {
      await cutPicture(file).then(choose, () => setFailure(texts.notAPicture))
    }
  }

  return (
    <div className="avatar-picker grid gap-8 items-left">
      {chosen ? (
        <img src={chosen.url} alt={texts.preview} className="avatar-preview circle covers" />
      ) : (
        <Avatar username={username} role={role} avatarUrl={avatarUrl} size="l" badge />
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label={texts.choose}
        className="visually-hidden"
        tabIndex={-1}
        onChange={onChange}
      />
      <div className="avatar-buttons flex wraps gap-4">
        {chosen ? (
          <>
            <Button size="sm" disabled={send.isPending} onClick={() => send.mutate(chosen.picture)}>
              {send.isPending ? texts.using : texts.use}
            </Button>
            <Button size="sm" variant="plain" color="neutral" disabled={send.isPending} onClick={drop}>
              {common.cancel}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" variant="plain" onClick={() => input.current?.click()}>
              {avatarUrl ? texts.change : texts.choose}
            </Button>
            {avatarUrl && (
              <Button
                size="sm"
                variant="plain"
                color="neutral"
                disabled={send.isPending}
                onClick={() => send.mutate(undefined)}
              >
                {texts.remove}
              </Button>
            )}
          </>
        )}
      </div>
      {chosen && <small>{texts.help}</small>}
      {failure && (
        <small role="alert" data-tone="danger">
          {failure}
        </small>
      )}
    </div>
  )
}

function useChosen() {
  const [chosen, setChosen] = useState<{ picture: Blob; url: string }>()
  const url = chosen?.url
  useEffect(() => {
    if (url) {
      return () => URL.revokeObjectURL(url)
    }
  }, [url])
  return {
    chosen,
    choose: (picture: Blob) => setChosen({ picture, url: URL.createObjectURL(picture) }),
    drop: () => setChosen(undefined),
  }
}

/** Uploads a picture; without one deletes the stored picture. */
function useSend(onDone: () => void) {
  const { avatar: texts } = useTexts().account
  const errorText = useErrorText()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [failure, setFailure] = useState<string>()
  const send = useMutation({
    mutationFn: (picture: Blob | undefined) => sendPicture(picture, requestHeaders()),
    onSuccess: (_, picture) => {
      onDone()
      toasts.success(picture ? texts.saved : texts.removed)
      return Promise.all([utils.profile.get.invalidate(), utils.auth.me.invalidate()])
    },
    onError: (error) => setFailure(texts.failed(errorText(error))),
  })
  return { send, failure, setFailure }
}

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

const SIDE_PX = 256

/**
 * Crops to the central square and scales to `SIDE_PX`, as WebP (PNG if unsupported). Drops metadata such as the
 * location. Rejects files that are not pictures.
 */
async function cutPicture(file: Blob): Promise<Blob> {
  if (!pictureTypes.some((type) => type === file.type)) {
    throw new TypeError(`${file.type || 'This'} is not a picture we take.`)
  }
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX)
  picture.close()
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('It could not be drawn.')))
    canvas.toBlob(done, 'image/webp', 0.9)
  })
}
