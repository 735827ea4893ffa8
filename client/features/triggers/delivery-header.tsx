import { Button } from '@mui/joy'
import { useState } from 'react'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { saveTriggerInput } from '#shared/triggers.ts'

type Props = { value: string; onSave: (deliveryHeader: string) => void }

/** The header with the id of a delivery, saved with a button because half a name is no setting. */
export function DeliveryHeader({ value, onSave }: Props) {
  const { common, triggers: texts } = useTexts()
  const [typed, setTyped] = useState(value)
  const { error } = saveTriggerInput.shape.deliveryHeader.safeParse(typed)
  const isChanged = typed.trim() !== value
  return (
    <div className="trigger-header stack items-flex-start gap-8">
      <SettingText
        label={texts.deliveryHeader}
        name="deliveryHeader"
        help={texts.deliveryHelp}
        placeholder="x-request-id"
        issue={error?.issues[0]?.message}
        value={typed}
        onChange={setTyped}
      />
      {isChanged && (
        <Button size="sm" disabled={error !== undefined} onClick={() => onSave(typed.trim())}>
          {common.save}
        </Button>
      )}
    </div>
  )
}
