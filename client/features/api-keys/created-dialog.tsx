import { Button } from '@mui/joy'
import { CopyLine } from '#client/components/copy-line.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ApiKey } from '#shared/api-keys.ts'

/** The key is shown only once, so only the dialog's own button closes it. */
export function CreatedDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { created } = useTexts().apiKeys
  return (
    <Dialog
      title={created.title}
      description={created.text(apiKey.keyName)}
      size="m"
      onClose={onClose}
      locked
      footer={<Button onClick={onClose}>{created.stored}</Button>}
    >
      <div className="key-created">
        <FormBanner tone="warning">{created.warning}</FormBanner>
        <CopyLine label={created.label} text={apiKey.apiKey} />
        <h3 className="margin-8-0-0">{created.howTo}</h3>
        <code className="breaks-anywhere text-secondary">
          Authorization: Bearer {apiKey.apiKey.slice(0, 4)}…
        </code>
      </div>
    </Dialog>
  )
}
