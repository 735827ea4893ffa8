import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'

export function DeleteDetails({ flow: { thumbnail, messages, isPublic } }: { flow: FlowSummary }) {
  const { flows: texts } = useTexts()
  const [language] = useLanguage()
  return (
    <>
      <span className="delete-details">
        <span className="flow-thumb">
          {thumbnail.boxes.length > 0 && <FlowFingerprint thumbnail={thumbnail} width={96} height={64} />}
        </span>
        <dl>
          <ReceiptLine label={texts.deleteMessages} value={formatNumber(messages, language)} />
          {isPublic && <ReceiptLine label={texts.deleteLink} value={texts.deleteLinkCloses} />}
        </dl>
      </span>
      {texts.deleteText}
    </>
  )
}
