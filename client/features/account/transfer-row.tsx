import { Checkbox } from '@mui/joy'
import { type ReactNode, useId } from 'react'
import { Leader } from '#client/components/receipt.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TransferKind } from '#shared/export-import.ts'

type Props = {
  kind: TransferKind
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  count: number | undefined
  disabled?: boolean
  children?: ReactNode
}

export function TransferRow({ kind, isChosen, onChoose, count, disabled = false, children }: Props) {
  const { transfer } = useTexts()
  const id = useId()
  return (
    <li className="transfer-row">
      <div className="transfer-line row gap-10 min-height-44">
        <Checkbox
          checked={isChosen}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.checked)}
          label={transfer.kinds[kind]}
          slotProps={{ input: { 'aria-describedby': `${id}-count ${id}-more` } }}
        />
        <Leader />
        <span id={`${id}-count`} className="num text-right">
          {count ?? ' '}
        </span>
      </div>
      <div id={`${id}-more`} className="transfer-more text-13 text-tertiary">
        {children}
      </div>
    </li>
  )
}
