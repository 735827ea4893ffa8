import { Button, FormControl, FormHelperText, FormLabel, Switch } from '@mui/joy'
import { Download, ExternalLink } from 'lucide-react'
import { CopyLine } from '#client/components/copy-line.tsx'
import { downloadText } from '#client/components/download.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { drawQrCode, QrCode } from '#client/components/qr-code.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { Protection, useMakePublic } from './access.tsx'
import { baseUrlOf, type SharedState } from './use-sharing.ts'

export function LinkPane({ state }: { state: SharedState }) {
  const { sharing: texts } = useTexts()
  const { sharing } = state
  const { isPublic, apiKeyId } = sharing
  const { setPublic, isSaving } = useMakePublic(sharing.id)

  return (
    <div className="share-link stack scrolls gap-28">
      <FormControl orientation="horizontal" className="share-public">
        <Switch
          checked={isPublic}
          disabled={isSaving}
          onChange={({ target }) => void setPublic(target.checked)}
        />
        <div>
          <FormLabel>{texts.public}</FormLabel>
          <FormHelperText>{isPublic ? texts.publicOn : texts.publicOff}</FormHelperText>
        </div>
      </FormControl>
      {isPublic && (
        <>
          {apiKeyId === null ? (
            <ChatAddress state={state} />
          ) : (
            <FormBanner tone="warning">{texts.addressBound}</FormBanner>
          )}
          <section className="grid gap-8" aria-labelledby="share-address">
            <h3 id="share-address">{texts.address}</h3>
            {apiKeyId === null && <p>{texts.addressText}</p>}
            <CopyLine label={texts.address} text={`${baseUrlOf(sharing)}/api/v1/prediction/${sharing.id}`} />
          </section>
          <Protection state={state} />
        </>
      )}
    </div>
  )
}

/** The page of the chat, as a link and as a code for phones. */
function ChatAddress({ state: { sharing } }: { state: SharedState }) {
  const { shareChat: texts } = useTexts()
  const url = `${baseUrlOf(sharing)}/chatbot/${sharing.id}`
  return (
    <section className="share-chat-address" aria-labelledby="share-chat-address">
      <div className="grid gap-8 content-start">
        <h3 id="share-chat-address">{texts.chatPage}</h3>
        <p>{texts.chatPageText}</p>
        <CopyLine label={texts.chatPage} text={url} />
        <div className="flex wraps gap-8">
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener"
            size="sm"
            variant="outlined"
            color="neutral"
            startDecorator={<ExternalLink size={14} />}
          >
            {texts.openPage}
          </Button>
          <Button
            size="sm"
            variant="plain"
            color="neutral"
            startDecorator={<Download size={14} />}
            onClick={() => downloadText(`${sharing.name}.svg`, drawQrCode(url), 'image/svg+xml')}
          >
            {texts.downloadQr}
          </Button>
        </div>
      </div>
      <QrCode text={url} label={texts.qr} size={132} />
    </section>
  )
}
